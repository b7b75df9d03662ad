import type { Page } from '@playwright/test'
import type { Input } from '../contract/calls.ts'
import { expect, expectAccessible } from './site.ts'

/** A notice leaves within 30 seconds; thrice that on a busy machine. */
const NOTICE_MS = 90_000

export const WRITTEN = '我们坐在天台上，谁也没有说话，远处的楼一盏一盏地灭了灯。'
export const QUESTION = '您的生肖是？'
/** So many words that the page does not go on by itself while they are looked at. */
const WORDS = `愿你一切都好。${'别忘了那年夏天的风，也别忘了说过要一起去看的海。'.repeat(12)}`

/** A capsule with words to oneself. */
export const capsule = (open_time: string, more: Partial<Input<'createTimeCapsule'>> = {}) => ({
  content: [{ type: 0 as const, content: `<p>${WRITTEN}</p>`, comment: '' }],
  long_tag: '今晚的风',
  open_time,
  send_word: WORDS,
  ...more,
})

/** Nothing for axe by day and by night, and nothing wider than the screen. */
export async function look(page: Page, screen: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
    await expectAccessible(page, `${screen}, ${theme}`, theme === 'light' ? undefined : 'colours')
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${screen} is wider than the screen`).toBeLessThanOrEqual(0)
}

export const nobodyIsSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('token') === null)
export const openButton = (page: Page) => page.getByRole('button', { name: '点击解封' })
export const ritual = (page: Page) => page.getByRole('main', { name: '胶囊正在打开' })

/** Presses the button, and sees the ritual that follows, which may be over a second later. */
export async function openNow(page: Page): Promise<void> {
  await Promise.all([ritual(page).waitFor(), openButton(page).click()])
}

/** The token of the newest link to `door` that this address was sent, once there is one that is not `known`. */
export async function linkTo(site: string, door: 'n' | 'u' | 'w', to: string, known?: string): Promise<string> {
  let token: string | undefined
  const read = async () => {
    const messages = (await (await fetch(`${site}/dev/outbox?to=${to}`)).json()) as { text: string }[]
    const link = new RegExp(`http\\S+/${door}/([\\w-]{12,43})`)
    token = messages.map(({ text }) => link.exec(text)?.[1]).find(Boolean)
    return token !== undefined && token !== known
  }
  await expect.poll(read, { timeout: NOTICE_MS, message: `a link for ${to}` }).toBe(true)
  return token!
}
