// `npm run pictures`: makes the pictures of both READMEs anew – five telephones, one desktop, and a moving picture of sealing
// a letter and opening one – from the pages as they are built now, with the demonstration people and today's dates.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../e2e/browser.ts'
import { DEMO } from '../e2e/everyPage.ts'
import { type Frame, screencast } from '../e2e/film.ts'
import { ask, expect, open, type Person, settle, signIn, signInByCalls, startServer, toWords } from '../e2e/site.ts'

const FOLDER = 'docs/pictures'
const LETTER = '十年后的你，还记得今晚的风吗？我们在天台坐到很晚，说好了，以后每年夏天都要看一次海。'
const WORDS = '愿你一切都好，也别忘了那年夏天的风。'
/** The demonstration account's capsule whose day has come. */
const DUE = '等你来开'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

const FILM_WIDTH_PX = 320
const FILM_MOST_BYTES = 2_000_000
/** Frames that follow sooner are left out. */
const FRAME_LEAST_MS = 80
/** No frame stands longer, nor does the end of a scene. */
const SCENE_END_MS = 600
const FILM_END_MS = 1_800
/** The film is this much quicker than the pages, so that both rituals fit in twelve seconds. */
const QUICKER = 1.25
const LETTER_KEY_MS = 20

const dataDir = await mkdtemp(join(tmpdir(), 'capsule-pictures-'))
const { address: site, stop } = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--headless', '--no-sandbox'] })
try {
  const person = await signInByCalls(site, DEMO)
  await ask(site, 'claimGift', {}, person.token)
  const phone = await deviceOf(browser, PHONE, person)
  await home(phone)
  await diaries(phone)
  await sealing(phone, person)
  const desktop = await deviceOf(browser, DESKTOP, person)
  await shell(desktop)
} finally {
  await browser.close()
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A device on which this person is signed in and has been shown around. */
async function deviceOf(browser: Browser, kind: typeof PHONE | typeof DESKTOP, person: Person): Promise<Page> {
  const context = await browser.newContext({
    ...kind,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, site, person)
  const { user } = await ask(site, 'userInfo', {}, person.token)
  await page.evaluate((id) => localStorage.setItem(`guided:${id}`, '1'), user.id)
  return page
}

/** Keeps the page as a picture once all is loaded and at rest. */
async function take(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.waitForLoadState('networkidle')
  const path = join(FOLDER, `${name}-${page.viewportSize()!.width}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 80, scale: 'css' })
  console.log(path)
}

async function home(page: Page): Promise<void> {
  await open(page, site, '/pages/home/home')
  await expect(page.getByRole('list', { name: '公开的胶囊' }).getByRole('button')).not.toHaveCount(0)
  await take(page, 'home')
}

async function diaries(page: Page): Promise<void> {
  await open(page, site, '/subPages/diary/diaryList')
  await expect(page.getByRole('button', { name: '双列显示' })).toBeVisible()
  await take(page, 'diaries')
}

async function shell(page: Page): Promise<void> {
  await page.goto(`${site}/#/pages/site`)
  const frame = page.getByTitle('时光胶囊手机版')
  await expect(frame.locator('..')).toHaveAttribute('aria-busy', 'false')
  const phone = frame.contentFrame()
  await phone.getByRole('link', { name: '我的' }).click()
  await expect(phone.getByText('我的胶囊')).toBeVisible()
  await take(page, 'site')
}

/** Seals a letter and opens another, filmed; the pages on the way are pictures too. */
async function sealing(page: Page, { token }: Person): Promise<void> {
  await open(page, site, '/subPages/time/textCapsule?type=0')
  const paper = page.getByRole('textbox', { name: '正文' })
  await paper.click()
  await settle(page)
  const writing = await filmed(page, async () => {
    for (const letter of LETTER) {
      await page.keyboard.insertText(letter)
      await sleep(LETTER_KEY_MS)
    }
  })
  await take(page, 'editor')

  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await toWords(page)
  await page.getByLabel('寄语').fill(WORDS)
  await take(page, 'seal-words')
  const rising = await filmed(page, async () => {
    await sleep(SCENE_END_MS)
    await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
    await expect(page.getByRole('heading', { name: '胶囊宇宙' })).toBeVisible()
    await expect(page.locator('[data-night]')).toHaveCount(0)
  })

  const { capsules } = await ask(site, 'myClosedCapsules', {}, token)
  const { id } = capsules.data.find(({ long_tag }) => long_tag === DUE)!
  await open(page, site, `/pages/unseal?id=${id}`)
  await expect(page.getByRole('button', { name: '点击解封' })).toBeVisible()
  await settle(page)
  const opening = await filmed(page, async () => {
    await sleep(SCENE_END_MS)
    await page.getByRole('button', { name: '点击解封' }).click()
    const toRead = page.getByRole('button', { name: '看看当时的胶囊' })
    await expect(toRead).toBeVisible()
    await sleep(SCENE_END_MS)
    await toRead.click()
    await expect(page.getByText('说明又平安地过了一个月')).toBeVisible()
    await settle(page)
  })
  await take(page, 'opened')
  await write([writing, rising, opening])
}

/** All that the browser draws while `act` goes on, and a moment longer. */
function filmed(page: Page, act: () => Promise<void>): Promise<Frame[]> {
  return screencast(page, { sizePx: PHONE.viewport.height }, async () => {
    await act()
    await sleep(SCENE_END_MS)
  })
}

/** Writes the scenes one after another as a moving picture that begins anew when it is over. */
async function write(scenes: Frame[][]): Promise<void> {
  const frames = scenes.map(spaced)
  const delay = frames.flatMap((scene) =>
    scene.map(({ at }, index) => Math.min((scene[index + 1]?.at ?? at + SCENE_END_MS) - at, SCENE_END_MS) / QUICKER),
  )
  delay[delay.length - 1] = FILM_END_MS
  const drawn = frames.flat().map(({ drawn }) => sharp(drawn).resize({ width: FILM_WIDTH_PX }).png().toBuffer())
  const path = join(FOLDER, 'sealing.webp')
  await sharp(await Promise.all(drawn), { join: { animated: true } })
    .webp({ delay: delay.map(Math.round), loop: 0, quality: 70, effort: 5, minSize: true })
    .toFile(path)
  const { size } = await stat(path)
  const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1_000
  console.log(`${path}: ${delay.length} frames, ${seconds.toFixed(1)} s, ${Math.round(size / 1_000)} kB`)
  if (size > FILM_MOST_BYTES) throw new Error(`${path} 超过 ${FILM_MOST_BYTES} 字节`)
}

function spaced(frames: Frame[]): Frame[] {
  const kept: Frame[] = []
  for (const frame of frames) if (frame.at - (kept.at(-1)?.at ?? 0) >= FRAME_LEAST_MS) kept.push(frame)
  const last = frames.at(-1)
  return last && kept.at(-1) !== last ? [...kept.slice(0, -1), { ...last, at: kept.at(-1)!.at }] : kept
}
