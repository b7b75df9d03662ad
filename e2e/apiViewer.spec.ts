import { expect, ONCE, test } from './site.ts'

test(
  'the calls can be read at /dev/api in development, with nothing fetched from elsewhere',
  ONCE,
  async ({ page, site }) => {
    const asked: string[] = []
    const refused: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
    await page.goto(`${site}/dev/api#/capsule/createTimeCapsule`)
    // The viewer takes all calls to pieces before it shows any.
    await expect(page.getByRole('heading', { name: /时光胶囊/ })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('别忘了看海').first()).toBeVisible()
    expect(new Set(asked)).toEqual(new Set([new URL(site).origin]))
    expect(refused).toEqual([])
  },
)
