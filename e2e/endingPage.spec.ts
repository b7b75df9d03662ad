import { PAGES } from '../contract/pages.ts'
import { expect, expectAccessible, expectInside, open, signIn, test } from './site.ts'
import { textOverText } from './textOverText.ts'

test('the fourth promise leads to what happens when we stop, readable with doubled text and forced colours', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/#/pages/spread`)
  const promises = page.getByRole('region', { name: '我们答应你四件事' })
  await expect(promises.getByRole('heading', { level: 3 })).toHaveCount(4)
  await promises.getByRole('link', { name: '如果我们停止运营' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '如果我们停止运营' })).toBeVisible()
  const stages = page.getByRole('list', { name: '结束的四步' }).getByRole('listitem')
  await expect(stages).toHaveText([/^180 天/, /^又 180 天/, /^24 个月/, /^每月一个数字/])
  await expect(page.getByRole('region', { name: '我们不能答应的' })).toContainText('再也打不开')
  await expectAccessible(page, 'ending')

  await page.emulateMedia({ forcedColors: 'active' })
  await page.addStyleTag({ content: ':root { font-size: 200% }' })
  await expectInside(page, 'ending, doubled')
  expect(await textOverText(page)).toEqual([])
})

test('the terms and the export lead to what happens when we stop', async ({ page, site }) => {
  await signIn(page, site)
  for (const from of [PAGES.userProtocol, PAGES.archive]) {
    await open(page, site, from)
    await page.getByRole('link', { name: '如果我们停止运营' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '如果我们停止运营' })).toBeVisible()
  }
})
