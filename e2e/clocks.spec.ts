import { ask, expect, expectSaid, ONCE, open, signIn, test, toWords } from './site.ts'

const DAY_MS = 86_400_000
const DEVICES = [
  ['40 days ahead', ONCE, () => Date.now() + 40 * DAY_MS],
  ['40 days behind', ONCE, () => Date.now() - 40 * DAY_MS],
  ['in 1970', ONCE, () => 300_000],
] as const

for (const [name, tag, time] of DEVICES)
  test(`a device whose clock is ${name} seals for the thirty days it says`, tag, async ({ page, site }) => {
    const { token } = await signIn(page, site)
    await page.clock.install({ time: time() })
    await open(page, site, '/subPages/time/textCapsule?type=0')
    await page.getByRole('textbox').click()
    await page.keyboard.insertText('给三十天后的信')
    await page.getByRole('button', { name: '完成', exact: true }).click()
    await page.getByRole('button', { name: '完成封存' }).click()
    await toWords(page)
    await page.getByLabel('寄语').fill('好好的')
    await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
    await expectSaid(page, '封存成功')
    const { capsules } = await ask(site, 'myClosedCapsules', {}, token)
    const opens = Date.parse(`${capsules.data[0]!.open_time.replace(' ', 'T')}+08:00`)
    expect(Math.abs(opens - Date.now() - 30 * DAY_MS) / DAY_MS).toBeLessThan(0.1)
  })
