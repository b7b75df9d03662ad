// Draws the five pictures of the demonstration, so that they are ours: `npx tsx scripts/demoPictures.ts`, with a Chinese font on
// the machine. Each is a small drawing with its line written below, as on a postcard.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const FOLDER = 'server/start/demo/pictures'
const WIDTH_PX = 1280
const HEIGHT_PX = 960
/** Where the line stands. */
const LINE_Y = 900
const MOST_BYTES = 150_000
/** No two runs differ: what looks strewn is counted out. */
function strewn(index: number, most: number): number {
  const far = Math.sin(index * 12.9898 + 78.233) * 43_758.5453
  return (far - Math.floor(far)) * most
}

type Drawing = { name: string; line: string; sky: [string, string, string]; ink: string; shapes: string }

const DRAWINGS: Drawing[] = [
  {
    name: 'sea',
    line: '凌晨五点的海，天和水是一个颜色',
    sky: ['#2b3a67', '#e0868c', '#f7c59f'],
    ink: '#fff4e6',
    shapes: `<circle cx="820" cy="520" r="92" fill="#fff0d0" opacity="0.95"/>
      <rect y="520" width="1280" height="440" fill="#34507a"/>
      ${many(26, (i) => `<rect x="${820 - 150 + strewn(i, 300) - i * 4}" y="${536 + i * 13}" width="${60 + i * 7}" height="4" rx="2" fill="#ffd9a8" opacity="0.7"/>`)}
      <path d="M190 560 h170 l-34 38 h-104 z" fill="#1d2743"/><path d="M268 556 v-150 l86 140 z" fill="#fbe9d7"/>
      <path d="M0 790 q200 -46 420 -6 t460 10 t400 -22 v188 h-1280 z" fill="#e9c9a1"/>
      <path d="M0 812 q230 -40 450 0 t440 8 t390 -20 v160 h-1280 z" fill="#c99d78"/>`,
  },
  {
    name: 'train',
    line: '火车开往北方，窗上有人画了一颗心',
    sky: ['#0e1b33', '#28406b', '#8fa9c9'],
    ink: '#eef4ff',
    shapes: `${many(60, (i) => `<circle cx="${strewn(i, 1280)}" cy="${strewn(i + 31, 420)}" r="${1 + strewn(i, 2)}" fill="#fff" opacity="0.8"/>`)}
      <path d="M0 640 l220 -190 170 140 210 -240 260 260 180 -130 240 190 v300 h-1280 z" fill="#1c2d4f"/>
      <path d="M0 700 l300 -90 260 80 330 -110 390 130 v260 h-1280 z" fill="#dfe9f5"/>
      <g fill="#b23a48"><rect x="120" y="640" width="1100" height="120" rx="26"/></g>
      <rect x="120" y="728" width="1100" height="14" fill="#f4d35e"/>
      ${many(9, (i) => `<rect x="${170 + i * 114}" y="664" width="76" height="46" rx="8" fill="${i === 4 ? '#ffe9b0' : '#f9c784'}"/>`)}
      <path d="M664 702 c-22 -14 -22 -32 -8 -32 q8 0 8 9 q0 -9 8 -9 c14 0 14 18 -8 32 z" fill="#b23a48"/>
      <rect y="760" width="1280" height="10" fill="#2b2b35"/><rect y="770" width="1280" height="190" fill="#22314f"/>`,
  },
  {
    name: 'osmanthus',
    line: '桂花开了，多绕了两个路口',
    sky: ['#f6e7c8', '#f3d6a0', '#d9a86c'],
    ink: '#3d2b1f',
    shapes: `<rect x="0" y="300" width="420" height="480" fill="#efe3cf"/><rect x="0" y="280" width="450" height="34" fill="#4a4a4f"/>
      <rect x="90" y="420" width="130" height="170" fill="#7a5a44"/><rect x="270" y="420" width="90" height="110" fill="#8aa39b"/>
      <path d="M820 800 q-30 -220 30 -420 l44 6 q-36 210 -10 414 z" fill="#6b4a32"/>
      ${many(26, (i) => `<circle cx="${640 + strewn(i, 470)}" cy="${120 + strewn(i + 13, 330)}" r="${70 + strewn(i, 46)}" fill="${i % 3 ? '#4f7a4a' : '#3f6a44'}"/>`)}
      ${many(190, (i) => `<circle cx="${600 + strewn(i, 560)}" cy="${80 + strewn(i * 3 + 5, 430)}" r="${5 + strewn(i, 4)}" fill="#f7b32b"/>`)}
      <rect y="780" width="1280" height="180" fill="#c9b08a"/>
      ${many(70, (i) => `<circle cx="${440 + strewn(i, 800)}" cy="${788 + strewn(i * 5, 66)}" r="4" fill="#f7b32b"/>`)}`,
  },
  {
    name: 'cat',
    line: '它学会了开门，家里再没有秘密',
    sky: ['#3b3355', '#5d5179', '#8a7ba8'],
    ink: '#fdf3e7',
    shapes: `<rect x="300" y="90" width="680" height="560" rx="14" fill="#1f2a44"/>
      <circle cx="840" cy="210" r="58" fill="#ffe8b6"/>
      ${many(30, (i) => `<circle cx="${320 + strewn(i, 640)}" cy="${110 + strewn(i + 17, 300)}" r="2" fill="#fff"/>`)}
      <path d="M300 560 h110 v-80 h90 v60 h120 v-110 h80 v130 h130 v-60 h150 v150 h-680 z" fill="#151d31"/>
      ${many(16, (i) => `<rect x="${330 + strewn(i, 620)}" y="${585 + strewn(i * 3, 50)}" width="8" height="10" fill="#ffd27d"/>`)}
      <rect x="634" y="90" width="12" height="560" fill="#d9cbb8"/><rect x="280" y="640" width="720" height="34" rx="8" fill="#e8dac6"/>
      <path d="M470 640 q-26 -150 60 -182 l-8 -54 40 30 q26 -8 50 0 l40 -30 -8 56 q60 40 44 180 z" fill="#e08e45"/>
      <path d="M690 632 q110 10 96 -96" stroke="#e08e45" stroke-width="24" fill="none" stroke-linecap="round"/>
      <circle cx="566" cy="474" r="7" fill="#2b1d14"/><circle cx="610" cy="474" r="7" fill="#2b1d14"/>
      <path d="M580 494 q8 8 16 0" stroke="#2b1d14" stroke-width="4" fill="none"/>
      <rect y="674" width="1280" height="286" fill="#4a3f66"/>`,
  },
  {
    name: 'mountain',
    line: '爬了四个小时，只为把一句话喊出去',
    sky: ['#bfe3e0', '#e8f3e8', '#fdf6e3'],
    ink: '#fbfff8',
    shapes: `<circle cx="980" cy="200" r="74" fill="#ffd166"/>
      <path d="M0 620 l260 -260 200 190 260 -330 330 380 230 -170 v530 h-1280 z" fill="#9cc5b8"/>
      <path d="M0 740 l330 -240 250 180 270 -220 430 280 v220 h-1280 z" fill="#5f9a86"/>
      <path d="M0 860 l420 -190 330 130 530 -150 v310 h-1280 z" fill="#34685a"/>
      <g transform="translate(424 636)"><circle cx="0" cy="-34" r="13" fill="#33261d"/><path d="M-13 -18 h26 l6 60 h-38 z" fill="#d1495b"/>
      <path d="M10 -14 l34 -34 M-10 -14 l-30 -36" stroke="#33261d" stroke-width="8" stroke-linecap="round"/></g>
      ${many(5, (i) => `<path d="M${420 + i * 92} ${220 + strewn(i, 80)} q14 -16 28 0 q14 -16 28 0" stroke="#3f5d56" stroke-width="4" fill="none"/>`)}`,
  },
]

function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join('')
}

const svgOf = ({
  sky: [top, middle, bottom],
  shapes,
  line,
  ink,
}: Drawing): string => `<svg xmlns="http://www.w3.org/2000/svg"
  width="${WIDTH_PX}" height="${HEIGHT_PX}"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="${top}"/><stop offset="0.45" stop-color="${middle}"/><stop offset="0.7" stop-color="${bottom}"/>
  </linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${shapes}
  <text x="${WIDTH_PX / 2}" y="${LINE_Y}" text-anchor="middle" font-family="Noto Serif CJK SC, serif" font-size="40"
  letter-spacing="4" fill="${ink}">${line}</text></svg>`

await mkdir(FOLDER, { recursive: true })
for (const drawing of DRAWINGS) {
  const path = join(FOLDER, `${drawing.name}.jpg`)
  await sharp(Buffer.from(svgOf(drawing)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path)
  const { size } = await stat(path)
  console.log(path, size)
  if (size > MOST_BYTES) throw new Error(`${path} is larger than ${MOST_BYTES} bytes`)
}
