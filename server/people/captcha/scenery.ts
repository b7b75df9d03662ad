import { type Chance, pick, round, several } from './chance.ts'

/** Drawn in these units, and shown at whatever size is asked for. */
const WIDTH = 320
const HEIGHT = 180

const NIGHTS = [
  ['#0B1026', '#1B1F4B', '#3A3480'],
  ['#10143A', '#2B2A63', '#5A4A9C'],
  ['#0E1B3D', '#23366F', '#5B5FA8'],
] as const
/** The colours of capsules. */
const COLOURS = ['#A78BFA', '#4FD1B5', '#F2B84B', '#F5778C', '#62A8F8'] as const
const MILK = '#F6F4FF'
const HILLS = ['#4A4392', '#37327A', '#25245C'] as const

/** A night nobody has seen before, as an SVG: glows, ribbons, stars, a planet, hills, capsules, sparkles. */
export function drawScenery(chance: Chance, { width, height }: { width: number; height: number }): string {
  const inside = [
    night(chance),
    several(6, (index) => glow(chance, index)),
    several(4, () => ribbon(chance)),
    several(46, () => star(chance)),
    planet(chance),
    several(HILLS.length, (index) => hill(chance, index)),
    several(11, () => capsule(chance)),
    several(5, () => sparkle(chance)),
  ]
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside.join('')}</svg>`
}

function night(chance: Chance): string {
  const [high, middle, low] = pick(chance, NIGHTS)
  return `<linearGradient id="night" gradientTransform="rotate(${round(chance(60, 120))} .5 .5)">
    <stop offset="0" stop-color="${high}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/>
    </linearGradient><rect width="100%" height="100%" fill="url(#night)"/>`
}

function glow(chance: Chance, index: number): string {
  const colour = pick(chance, COLOURS)
  return `<radialGradient id="glow${index}"><stop offset="0" stop-color="${colour}" stop-opacity="${round(chance(0.4, 0.8))}"/>
    <stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>
    <ellipse cx="${round(chance(0, WIDTH))}" cy="${round(chance(0, HEIGHT))}" rx="${round(chance(50, 130))}"
      ry="${round(chance(30, 80))}" fill="url(#glow${index})"/>`
}

function ribbon(chance: Chance): string {
  const y = () => round(chance(0, HEIGHT))
  const path = `M-20 ${y()}C${WIDTH * 0.3} ${y()} ${WIDTH * 0.6} ${y()} ${WIDTH + 20} ${y()}`
  return `<path d="${path}" fill="none" stroke="${pick(chance, COLOURS)}" stroke-width="${round(chance(3, 14))}"
    stroke-opacity="${round(chance(0.2, 0.5))}"/>`
}

function star(chance: Chance): string {
  return `<circle cx="${round(chance(0, WIDTH))}" cy="${round(chance(0, HEIGHT))}" r="${round(chance(0.5, 1.6))}"
    fill="${MILK}" fill-opacity="${round(chance(0.4, 1))}"/>`
}

function planet(chance: Chance): string {
  const [x, y, r] = [round(chance(0, WIDTH)), round(chance(0, HEIGHT * 0.6)), round(chance(16, 30))]
  const [light, dark] = [pick(chance, COLOURS), pick(chance, HILLS)]
  return `<g transform="translate(${x} ${y}) rotate(${round(chance(-40, 40))})">
    <linearGradient id="planet"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
    <circle r="${r}" fill="url(#planet)"/>
    <ellipse rx="${round(r * 1.7)}" ry="${round(r * 0.4)}" fill="none" stroke="${MILK}" stroke-opacity=".6" stroke-width="2"/></g>`
}

function hill(chance: Chance, index: number): string {
  const y = () => round(HEIGHT * (0.62 + index * 0.13) + chance(-16, 16))
  const third = round(WIDTH / 3)
  return `<path d="M0 ${y()}Q${third / 2} ${y()} ${third} ${y()}T${2 * third} ${y()}T${WIDTH} ${y()}V${HEIGHT}H0z"
    fill="${HILLS[index]}" fill-opacity=".8"/>`
}

/** A coloured half and a milk-white half. */
function capsule(chance: Chance): string {
  const half = round(chance(6, 15))
  const r = round(half * chance(0.7, 0.95))
  return `<g transform="translate(${round(chance(0, WIDTH))} ${round(chance(0, HEIGHT))}) rotate(${round(chance(0, 360))})">
    <path d="M${-r} 0V${round(r - half * 1.5)}a${r} ${r} 0 0 1 ${2 * r} 0V0z" fill="${pick(chance, COLOURS)}"/>
    <path d="M${-r} 0V${round(half * 1.5 - r)}a${r} ${r} 0 0 0 ${2 * r} 0V0z" fill="${MILK}" fill-opacity=".92"/></g>`
}

function sparkle(chance: Chance): string {
  const [long, short] = [round(chance(5, 10)), 1.2]
  return `<path transform="translate(${round(chance(0, WIDTH))} ${round(chance(0, HEIGHT))})" fill="${MILK}"
    d="M0 ${-long}L${short} ${-short}L${long} 0L${short} ${short}L0 ${long}L${-short} ${short}L${-long} 0L${-short} ${-short}z"/>`
}
