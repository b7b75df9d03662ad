import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type CallName, calls, type Input, type Output } from '../contract/calls.ts'
import { DOUBLE_TAP_GUARD_MS } from '../contract/limits.ts'
import { OPEN_TIME_PAST } from '../contract/seal.ts'
import { AGREEMENT_VERSION } from '../contract/system.ts'
import { ofTree } from '../scripts/processor.mjs'
import { PROCESSOR } from './costs.ts'
import { textOverText } from './textOverText.ts'

/** For a journey whose subject is not where things stand: on a telephone alone (playwright.config.ts). */
export const ONCE = { tag: '@once' }
/** One journey for each thing the product can do, short and on a telephone: walked by `npm test`. The others follow in `test:all`. */
export const CORE = { tag: '@core' }
export const CORE_ONCE = { tag: ['@core', '@once'] }

type Site = { dataDir: string; site: string; startedOn: string }

/** The built server as a newcomer starts it: embedded database, demonstration people, a folder of its own. */
export const test = base.extend<{ cost: undefined; beforeMidnight: undefined; demoSite: string }, Site>({
  /** Notes what a journey takes of the processor, for `npm run figures -- tests`. */
  cost: [
    // biome-ignore lint/correctness/noEmptyPattern: as below
    async ({}, use, journey) => {
      const before = ofTree(process.pid)
      await use(undefined)
      journey.annotations.push({ type: PROCESSOR, description: String(ofTree(process.pid) - before) })
    },
    { auto: true },
  ],
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it is given from this pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'capsule-e2e-'))
      await use(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startedOn: [async ({}, use) => use(today()), { scope: 'worker' }],
  site: [
    async ({ dataDir, startedOn: _ }, use) => {
      const { address, stop } = await startServer({ DATA_DIR: dataDir })
      await use(address)
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** The site whose demonstration diaries were written as of today: another one when the worker's own was started yesterday. */
  demoSite: async ({ site, startedOn, beforeMidnight: _ }, use) => {
    if (startedOn === today()) return use(site)
    const dataDir = await mkdtemp(join(tmpdir(), 'capsule-e2e-'))
    const { address, stop } = await startServer({ DATA_DIR: dataDir })
    await use(address)
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  },
  /** No journey begins on one Chinese day and ends on the next: what it wrote today would be looked for tomorrow. */
  beforeMidnight: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const left = DAY_MS - ((Date.now() + CHINA_AHEAD_MS) % DAY_MS)
      if (left < JOURNEY_MS) await new Promise((resolve) => setTimeout(resolve, left + 1_000))
      await use(undefined)
    },
    { auto: true, timeout: 300_000 },
  ],
  context: async ({ context }, use) => {
    await listen(context)
    await use(context)
  },
})

const DAY_MS = 86_400_000
const CHINA_AHEAD_MS = 8 * 3_600_000
/** Longer than almost any journey takes. */
const JOURNEY_MS = 180_000

/** All passing messages of a page, in order, and how many of them were waited for already (`expectSaid`). */
const said = new WeakMap<Page, { words: string[]; waitedFor: number }>()
const saidOn = (page: Page) => {
  if (!said.has(page)) said.set(page, { words: [], waitedFor: 0 })
  return said.get(page)!
}

/** Keeps the passing messages of this browser's pages: on a busy machine, or over a reload, they are gone before one looks. */
async function listen(context: BrowserContext): Promise<void> {
  context.on('page', leaveAtRest)
  await context.exposeBinding('saidAloud', ({ page }, words: string) => {
    saidOn(page).words.push(words)
  })
  await context.addInitScript(() => {
    const { saidAloud } = window as unknown as { saidAloud: (words: string) => void }
    new MutationObserver((changes) => {
      const places = changes.map(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement
        return element?.closest('[role="status"]')
      })
      for (const place of new Set(places)) if (place?.textContent) saidAloud(place.textContent)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/**
 * A sheet that has closed goes back by its entry of the history, and a browser that goes back gives up the page that it was
 * loading: addresses are typed and pages loaded anew once no such way is open.
 */
function leaveAtRest(page: Page): void {
  const { goto, reload } = page
  const atRest = () => expect.poll(() => page.evaluate(isAtRest).catch(() => true), { message: 'at rest' }).toBe(true)
  page.goto = async (...address) => {
    await atRest()
    return goto.apply(page, address)
  }
  page.reload = async (...options) => {
    await atRest()
    return reload.apply(page, options)
  }
}

/** Whether no more sheets have an entry of the history than stand open (web/ui/entries.ts). */
function isAtRest(): boolean {
  const open = ['[role="dialog"]', '[role="alertdialog"]', '[data-coming]', '.yarl__portal_open']
  const { sheets = 0 } = (history.state ?? {}) as { sheets?: number }
  return sheets <= document.querySelectorAll(open.map((one) => `${one}:not([data-closed])`).join()).length
}

/** The page has shown this message since the last one waited for here, whether or not it still stands there. */
export async function expectSaid(page: Page, wanted: string | RegExp): Promise<void> {
  const isIt = (one: string) => (typeof wanted === 'string' ? one.includes(wanted) : wanted.test(one))
  const heard = saidOn(page)
  const news = () => heard.words.slice(heard.waitedFor)
  await expect
    .poll(() => (news().some(isIt) ? String(wanted) : news()), { message: 'what the page says' })
    .toBe(String(wanted))
  heard.waitedFor += news().findIndex(isIt) + 1
}

/** The page has not shown this message at all. */
export function expectUnsaid(page: Page, words: string): void {
  expect(saidOn(page).words.join()).not.toContain(words)
}

/** Another device of the same size, on which nobody is signed in. */
export async function otherDevice(
  browser: Browser,
  like?: Page,
  more: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const viewport = like?.viewportSize() ?? undefined
  const context = await browser.newContext({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...more })
  await listen(context)
  return context.newPage()
}

/** The built server with these settings, on a port that is free unless one is named. */
export async function startServer(settings: Record<string, string>) {
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(server)
  const end = (signal: NodeJS.Signals) => {
    server.kill(signal)
    return new Promise((resolve) => server.once('exit', resolve))
  }
  return { address, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout!.on('data', (chunk: Buffer) => {
      const url = /http:\/\/[\d.:]+/.exec(String(chunk))?.[0]
      if (url) resolve(url)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Nothing for axe on the screen as it stands, of whatever impact, and no text printed over another; of a second theme its colours alone. */
export async function expectAccessible(page: Page, screen: string, only?: 'colours'): Promise<void> {
  await settle(page)
  if (!only) expect(await textOverText(page), `${screen}: text over text`).toEqual([])
  // In the page itself, since none of ours holds a frame of somebody else's: a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
  })
  const { violations } = await axe.analyze()
  const told: string[] = []
  for (const { id, impact, nodes } of violations) {
    const ours = id === 'heading-order' ? await withoutOwnWords(page, nodes) : nodes
    const where = ours.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`)
    if (where.length > 0) told.push(`${id} (${impact}): ${where.join(', ')}`)
  }
  expect(told, screen).toEqual([])
}

/** Nothing of it is wider than the window. */
export async function expectInside(page: Page, screen: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${screen} is wider than the screen`).toBeLessThanOrEqual(0)
}

type Nodes = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes']

/** Leaves out findings in people's own texts, whose headings are their own choice. */
async function withoutOwnWords(page: Page, nodes: Nodes): Promise<Nodes> {
  const isOwn = (target: string) =>
    page.locator(target).evaluate((element) => element.closest('[contenteditable="true"], [class*="prose"]') !== null)
  const own = await Promise.all(nodes.map(({ target }) => isOwn(String(target[0]))))
  return nodes.filter((_, index) => !own[index])
}

/** Colours in the middle of a fade mean nothing: waits until all but endless animations have rested for a moment. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    delete (window as unknown as { stillSince?: number }).stillSince
  })
  await page.waitForFunction(() => {
    const moving = document.getAnimations().some(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    })
    const world = window as unknown as { stillSince?: number }
    // A part that loads behind a dialog does not count: it waits for the dialog's answer.
    const busy = [...document.querySelectorAll('[aria-busy="true"]')]
    const loading = busy.some((part) => !part.closest('[inert], [aria-hidden="true"]'))
    if (moving || loading) world.stillSince = undefined
    else world.stillSince ??= performance.now()
    return world.stillSince !== undefined && performance.now() - world.stillSince > 300
  })
}

export async function codeFor(site: string, tel: string): Promise<string> {
  const messages = await (await fetch(`${site}/dev/outbox?to=${tel}`)).json()
  const codes = (messages as { template: string; params: { code: string } }[]).filter(
    ({ template }) => template === 'code',
  )
  return codes[0]!.params.code
}

/** One call that must succeed; its data. */
export async function ask<N extends CallName>(
  site: string,
  name: N,
  input: Input<N>,
  token?: string,
): Promise<Output<N>> {
  const response = await fetch(site + calls[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  })
  const { code, data, message } = await response.json()
  if (code !== 1000) throw new Error(`${name}: ${message}`)
  return data
}

/** A password in the form that pages send. */
const digestOf = (password: string): string => createHash('md5').update(password).digest('hex').toUpperCase()

/** A person who signs in by the calls has agreed, and is not asked to. */
const agreement_version = AGREEMENT_VERSION

export type Person = { tel: string; password: string; token: string }

/** Somebody signed in by the calls alone; registers first unless they are known. The gift is taken, unless it is not to be. */
export async function signInByCalls(
  site: string,
  known?: Pick<Person, 'tel' | 'password'>,
  { gift = true } = {},
): Promise<Person> {
  if (known) {
    const { tel, password } = known
    return { tel, password, ...(await ask(site, 'login', { tel, password: digestOf(password), agreement_version })) }
  }
  const { tel, password } = { tel: newTel(), password: 'a long enough secret' }
  const pk_id = randomUUID()
  await ask(site, 'createSlideCode', { pk_id })
  const { x } = (await (await fetch(`${site}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
  await ask(site, 'verifySlideCode', { pk_id, tel, x_value: x })
  const captcha = await codeFor(site, tel)
  const { token } = await ask(site, 'register', { tel, password: digestOf(password), captcha, agreement_version })
  if (gift) await ask(site, 'claimGift', {}, token)
  return { tel, password, token }
}

/** Someone new, or this person, signed in in this browser. */
export async function signIn(page: Page, site: string, person?: Person): Promise<Person> {
  const signedIn = person ?? (await signInByCalls(site))
  // Any address of the site will do to keep something there; this one is no page, which would take a second to start.
  await page.goto(`${site}/health`)
  await page.evaluate((token) => localStorage.setItem('token', token), signedIn.token)
  return signedIn
}

/** This page as if its address had just been typed. */
export async function open(page: Page, site: string, route: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${site}/#${route}`)
}

/** The slider of 安全验证 once it can be moved, and how far its piece has to go. */
export async function puzzle(page: Page, site: string) {
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  const slider = dialog.getByRole('slider')
  await expect(slider).toBeVisible()
  // The slider takes no input until its pictures are drawn, and after a miss until the next ones are.
  await expect(slider).not.toHaveAttribute('aria-disabled')
  const address = (await dialog.locator('img[src*="createMasterMap"]').getAttribute('src'))!
  const pk_id = new URL(address, site).searchParams.get('pk_id')
  const { x } = (await (await fetch(`${site}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
  return { dialog, slider, x }
}

/** Where a piece is told to have missed no gap in particular, since none ever lies there: within its own width. */
const PIECE_PX = 100

/** Drags the slider of 安全验证 to the gap, `off` pixels beside it on either side, as a finger or a mouse would. */
export async function slide(page: Page, site: string, off = 0): Promise<void> {
  const { dialog, slider, x } = await puzzle(page, site)
  const to = x - off < PIECE_PX ? x + off : x - off
  // Once the dialog has come to rest.
  await dialog.locator('[class*="handle"]').hover()
  const handle = (await dialog.locator('[class*="handle"]').boundingBox())!
  const track = (await slider.locator('..').boundingBox())!
  const most = Number(await slider.getAttribute('max'))
  const way = (to / most) * (track.width - handle.width)
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++) await page.mouse.move(from.x + (way * step) / 12, from.y + (step % 3))
  await page.mouse.up()
}

let people = 0
/** A number that nobody else has, neither in this worker nor in another one beside it. */
export const newTel = (): string =>
  `139${(process.env.TEST_PARALLEL_INDEX ?? '').padStart(2, '0').slice(-2)}${String(people++).padStart(6, '0')}`

/** Waits while a second press counts as the same one. Needed only before the same button is pressed again. */
export const afterGuard = (page: Page): Promise<void> => page.waitForTimeout(DOUBLE_TAP_GUARD_MS)

/** All that was typed so far lies in this browser, and outlives the page. */
export const expectKept = (page: Page): Promise<void> => expect(page.getByText('已保存在本机')).toBeVisible()

/** Registers by the pages, as a person would, and takes the gift. */
export async function register(page: Page, site: string, look: (screen: string) => Promise<void> = async () => {}) {
  const tel = newTel()
  await page.goto(`${site}/#/pages/login/login`)
  await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
  await look('login')
  await page.getByRole('button', { name: '立即注册' }).click()
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await puzzle(page, site)
  await look('slider')
  await slide(page, site)
  await expectSaid(page, '验证码已发送')
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await look('register')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  for (let step = 1; step <= 3; step++) {
    await expect(page.getByRole('dialog', { name: '新手引导' })).toBeVisible()
    if (step === 1) await look('guide')
    await page.getByRole('button', { name: ['打开看看', '下一步', '知道了'][step - 1]! }).click()
    await afterGuard(page)
    if (step > 1) continue
    // The nearest capsule is open in front; once it is put away, the guide goes on.
    await expect(page.getByRole('dialog', { name: '胶囊' }).getByRole('button', { name: '查看详情' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('dialog', { name: '新人礼包' })).toBeVisible()
  await look('gift')
  await page.getByRole('button', { name: '立即领取' }).click()
  await expectSaid(page, '领取成功')
  return tel
}

/** Picks this moment in 解封日期: on the wheels by keyboard, as a person without a pointer would, else as one with a mouse. */
export async function turnWheels(page: Page, chinaTime: string): Promise<void> {
  const parts = chinaTime.split(/[- :]/).map(Number)
  const time = page.getByRole('switch', { name: '选具体时间' })
  if (!(await time.isChecked())) await time.click()
  const calendar = page.getByRole('dialog', { name: '解封日期' }).getByRole('grid')
  await expect(calendar.or(page.getByRole('spinbutton', { name: '年' })).first()).toBeVisible()
  if (await calendar.isVisible()) return typeMoment(page, chinaTime)
  for (const [index, unit] of ['年', '月', '日', '时', '分'].entries()) {
    const wheel = page.getByRole('spinbutton', { name: unit })
    for (let presses = 0; presses < 130; presses++) {
      const at = Number(await wheel.getAttribute('aria-valuenow'))
      if (at === parts[index]) break
      await wheel.press(at < parts[index]! ? 'ArrowUp' : 'ArrowDown')
    }
    await expect(wheel).toHaveAttribute('aria-valuenow', String(parts[index]))
  }
}

/** The day is typed, the time chosen. */
async function typeMoment(page: Page, chinaTime: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '解封日期' })
  await dialog.getByRole('textbox', { name: '日期' }).fill(chinaTime.slice(0, 10))
  await dialog.getByRole('textbox', { name: '日期' }).press('Enter')
  await dialog.getByRole('combobox', { name: '时' }).selectOption(String(Number(chinaTime.slice(11, 13))))
  await dialog.getByRole('combobox', { name: '分' }).selectOption(String(Number(chinaTime.slice(14, 16))))
}

export const chinaTimeIn = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000 + CHINA_AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Today's date in China. */
function today(): string {
  return chinaTimeIn(0).slice(0, 10)
}

/** The first full minute, as wheels can pick it, that is at least so many seconds away. */
export const minuteIn = (seconds: number): string => `${chinaTimeIn(seconds + 59).slice(0, 16)}:00`

/** Seals with an open time that comes soon; again with a later one where a busy machine let it pass before the sealing. */
export async function untilSoon<T>(seal: (open_time: string) => Promise<T>): Promise<T> {
  for (const seconds of [2, 4, 8, 16]) {
    try {
      return await seal(chinaTimeIn(seconds))
    } catch (error) {
      if (!String(error).includes(OPEN_TIME_PAST)) throw error
    }
  }
  return seal(chinaTimeIn(32))
}

type Sealing = 'createTimeCapsule' | 'createForecastCapsule'

/** The next sealing of this page comes due in a few seconds, not at the time that was picked, which is given back. */
export async function sealSooner(page: Page, name: Sealing): Promise<() => string> {
  let picked = ''
  await page.route(
    `**${calls[name].path}`,
    (route) => {
      const sent = route.request().postDataJSON() as Input<Sealing>
      picked = sent.open_time
      return route.continue({ postData: JSON.stringify({ ...sent, open_time: chinaTimeIn(5) }) })
    },
    { times: 1 },
  )
  return () => picked
}

/** Opens the capsule by the calls as soon as its time has come. */
export async function unsealWhenDue(site: string, token: string, capsule_id: string): Promise<void> {
  const unseal = () =>
    ask(site, 'unseal', { capsule_id }, token).then(
      () => '',
      (error: Error) => error.message,
    )
  await expect.poll(unseal, { message: 'its time comes', timeout: 60_000, intervals: [250] }).toBe('')
}

/** From the chooser to the page of the contacts: a letter with a title, a day far away and one question. */
export async function toContacts(page: Page, site: string, { text, title }: { text: string; title: string }) {
  await open(page, site, '/subPages/time/timeCapsule')
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText(text)
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await page.getByRole('button', { name: '10年' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('2046')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('封存后我们会请对方确认一次')).toBeVisible()
}

/** Through the seal pages to the words, by the shortest way: 30天, one question, one contact. */
export async function toWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: '30天' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('2046')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('textbox', { name: '微博' }).fill('小满')
  await page.getByRole('textbox', { name: '微博' }).press('Enter')
}

/** Sets the moment from now on, for the device's clock and for the server's answers. */
export async function atMoment(page: Page, moment: Date): Promise<void> {
  await page.clock.setFixedTime(moment)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: moment.toUTCString() } })
  })
}

export { expect }
