import { ask, CORE, chinaTimeIn, expect, expectAccessible, open, signIn, test } from './site.ts'

const PAGE = '/subPages/me/ownSearch'
const text = (html: string) => [{ type: 0 as const, content: html, comment: '' }]

test(
  'planted words are found in one’s own diaries, marked, narrowed, opened, and there again on the way back',
  CORE,
  async ({ page, site, isMobile }) => {
    const { token } = await signIn(page, site)
    const write = (html: string) => ask(site, 'createDiaryCapsule', { content: text(html) }, token)
    await write('<p>河边的芦苇</p><p>远处有一头<strong>蓝</strong>鲸</p>')
    await write('<p>什么也没有发生</p>')
    await ask(
      site,
      'createTimeCapsule',
      { content: text('<p>封着的蓝鲸</p>'), long_tag: '蓝鲸', open_time: chinaTimeIn(86_400) },
      token,
    )
    await open(page, site, '/pages/me/me')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await expect(page.getByText(/还封存着的不会/)).toBeVisible()
    await expectAccessible(page, 'search of one’s own, nothing yet')
    const field = page.getByRole('textbox', { name: '关键词' })
    await field.fill('蓝鲸')
    await field.press('Enter')
    const found = page.getByRole('list', { name: '搜索结果' }).getByRole('button')
    await expect(found).toHaveCount(1)
    await expect(found.locator('em')).toHaveText('蓝鲸')
    await expectAccessible(page, 'search of one’s own')

    await page.getByRole('button', { name: '有图片' }).click()
    await expect(page.getByText('没有找到这样的时光')).toBeVisible()
    await expectAccessible(page, 'search of one’s own, nothing found')
    await page.getByRole('button', { name: '有图片' }).click()
    await page.getByRole('button', { name: /^月份/ }).click()
    const months = page.getByRole('dialog', { name: '写于哪个月' })
    await expectAccessible(page, 'months')
    const month = `${Number(chinaTimeIn(0).slice(5, 7))}月`
    await months.getByRole('button', { name: new RegExp(`年${month}$`) }).click()
    await expect(found).toHaveCount(1)
    await page.getByRole('button', { name: '时光胶囊', exact: true }).click()
    await expect(page.getByText('没有找到这样的时光')).toBeVisible()
    await page.getByRole('button', { name: '日记', exact: true }).click()

    await found.click()
    await expect(page.getByRole('article').getByText('河边的芦苇')).toBeVisible()
    await page.goBack()
    await expect(field).toHaveValue('蓝鲸')
    await expect(found).toHaveCount(1)
    expect(page.url()).toContain(`${PAGE}?keyword=`)

    await open(page, site, '/subPages/diary/diaryList')
    await page.getByRole('button', { name: '搜索日记' }).click()
    await expect(page.getByRole('button', { name: '日记', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('list', { name: '搜索结果' }).getByRole('button')).toHaveCount(2)
    if (isMobile) return
    await open(page, site, '/subPages/me/meCapsule')
    await page.getByRole('button', { name: '搜索', exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(PAGE))
  },
)
