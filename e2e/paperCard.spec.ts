import { ask, CORE, chinaTimeIn, expect, open, signIn, test } from './site.ts'

const NAME = '外婆'
const IN_A_YEAR_S = 365 * 86_400

test(
  'the card of a capsule for somebody is printed as one page: for whom, until when, and the code, nothing of the page',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const content = [{ type: 0 as const, content: '<p>那年的雪</p>', comment: '' }]
    const to = { name: NAME, show_title: 0 as const }
    const open_time = chinaTimeIn(IN_A_YEAR_S)
    const { capsule_id } = await ask(site, 'createTimeCapsule', { content, long_tag: '不给看', open_time, to }, token)
    await open(page, site, `/subPages/me/handOver?id=${capsule_id}`)
    const address = (await page
      .getByText(/\/w\/[\w-]{43}$/)
      .first()
      .textContent())!.trim()
    await expect(page.getByRole('button', { name: '打印卡片' })).toBeVisible()
    await expect(page.locator('body > [aria-hidden] svg')).toBeAttached()

    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), 'one card on one page').toHaveLength(1)
    expect(pdf.match(/\/Type \/Font\b/g)?.length, 'words on it').toBeGreaterThan(0)

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: '打印卡片' })).toBeHidden()
    await expect(page.getByRole('heading', { name: `寄给${NAME}` })).toBeHidden()
    const [year, month, day] = open_time.slice(0, 10).split('-').map(Number)
    const seen = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '')
    expect(seen).toEqual([
      ...['用微信或相机扫一扫，把它收下', address, `给${NAME}`, '有一枚给你的时光胶囊'],
      expect.stringMatching(new RegExp(`^${year}年${month}月${day}日.*打开$`)),
    ])
    const code = (await page.locator('body > [aria-hidden] svg').boundingBox())!
    expect(Math.min(code.width, code.height), 'large enough for a camera').toBeGreaterThan(150)
  },
)
