import type { Page, Route } from '@playwright/test'
import { addressOf, PAGES } from '../contract/pages.ts'
import { DEMO, known, NAMES, OUTSIDE, SCREENS } from './everyPage.ts'
import { shifts } from './shifted.ts'
import { ask, expect, ONCE, open, signIn, signInByCalls, test, untilSoon } from './site.ts'

const MOST = 0.05
/** After so many frames without a new request the page has sent all that it sends at once. */
const CALM_FRAMES = 6

type Order = 'oldest' | 'newest'

const frame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/**
 * Holds every answer and lets out one at a time: its content is painted before the next one comes. Says whether more than
 * one was held at once, so that the order makes a difference.
 */
async function answersOf(page: Page) {
  const held: Route[] = []
  await page.route('**/api/**', (route) => void held.push(route))
  return async (name: string, order: Order): Promise<boolean> => {
    let done = false
    let most = 0
    const idle = page.waitForLoadState('networkidle').then(() => {
      done = true
    })
    for (let calm = 0, before = 0; !done; ) {
      await frame(page)
      calm = held.length > 0 && held.length === before ? calm + 1 : 0
      before = held.length
      if (calm < CALM_FRAMES) continue
      most = Math.max(most, held.length)
      const route = order === 'newest' ? held.pop()! : held.shift()!
      const answer = route.request().response()
      await route.continue()
      await (await answer)?.finished()
      calm = 0
    }
    await idle
    await expect(page.locator('h1'), `${name} has one title`).toHaveCount(1)
    return most > 1
  }
}

/** Somebody with much of everything, with one capsule that has come due. */
async function somebody(page: Page, site: string) {
  const person = await signIn(page, site, await signInByCalls(site, DEMO))
  const demo = await known(site, person)
  // The welcome of a newcomer would stand before the home.
  await ask(site, 'claimGift', {}, person.token).catch(() => undefined)
  await page.evaluate((id) => localStorage.setItem(`guided:${id}`, '1'), demo.user.id)
  const { content } = demo
  await untilSoon((open_time) =>
    ask(site, 'createTimeCapsule', { content, long_tag: '今天打开', open_time }, person.token),
  )
  const due = async () => (await ask(site, 'closedSummary', {}, person.token)).due
  await expect.poll(due, { message: 'its time comes', timeout: 60_000 }).toBeGreaterThan(0)
  return demo
}

test.describe.configure({ mode: 'parallel' })
const PARTS = 2

for (let part = 0; part < PARTS; part++)
  test(
    `no page moves what is looked at, when answers come one at a time, in the order of the questions and in the other (${part + 1} of ${PARTS})`,
    ONCE,
    async ({ page, site }) => {
      test.setTimeout(600_000)
      const ofPart = <T>(names: readonly T[]) => names.filter((_, index) => index % PARTS === part)
      const look = async (name: string, address: string, answers: Awaited<ReturnType<typeof answersOf>>) => {
        for (const order of ['oldest', 'newest'] as const) {
          await open(page, site, address)
          const mattered = await answers(name, order)
          const { sum, told } = await shifts(page)
          expect.soft(sum, `${name}, ${order} first, jumps: ${told.join(', ')}`).toBeLessThanOrEqual(MOST)
          if (!mattered) return
        }
      }
      const outside = await answersOf(page)
      for (const name of ofPart(OUTSIDE)) await test.step(name, () => look(`${name}, signed out`, PAGES[name], outside))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const demo = await somebody(page, site)
      const inside = await answersOf(page)
      for (const name of ofPart(NAMES)) {
        const query = SCREENS[name](demo)
        if (query) await test.step(name, () => look(name, addressOf(name, query), inside))
      }
    },
  )
