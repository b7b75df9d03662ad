import type { Page } from '@playwright/test'
import { PAGES } from '../contract/pages.ts'
import { openedToAll } from './openedToAll.ts'
import { ask, CORE, chinaTimeIn, expect, expectAccessible, expectSaid, open, signIn, test } from './site.ts'

/** In both themes. */
async function look(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${screen}, ${colorScheme}`, colorScheme === 'light' ? undefined : 'colours')
  }
}

const diary = (words: string) => ({ content: [{ type: 0 as const, content: words, comment: '' }] })

test(
  'a diary is deleted once it was asked, restored from 最近删除, and the next one deleted stays there',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    for (const words of ['<p>写坏了的一篇</p><p>明天重写</p>', '<p>留着的一篇</p>'])
      await ask(site, 'createDiaryCapsule', diary(words), token)
    await open(page, site, PAGES.diaryList)
    await page.getByRole('button', { name: /写坏了的一篇/ }).click()
    await expect(page.getByRole('article').getByText('明天重写')).toBeVisible()

    const remove = async () => {
      await page.getByRole('button', { name: '删除', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    }
    await remove()
    await look(page, 'diary-delete-asks')
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await remove()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expectSaid(page, '已移到最近删除')
    await expect(page.getByRole('button', { name: /留着的一篇/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /写坏了的一篇/ })).toHaveCount(0)
    await look(page, 'diaries-after-deleting')

    await page.getByRole('button', { name: '最近删除' }).click()
    await expect(page.getByText('还剩7天')).toBeVisible()
    await expect(page.getByText('明天重写')).toBeVisible()
    await look(page, 'deleted-diaries')
    await page.getByRole('button', { name: /恢复.*写坏了的一篇/ }).click()
    await expectSaid(page, '已恢复')
    await expect(page.getByText('最近没有删除的日记~')).toBeVisible()
    await look(page, 'deleted-diaries-none')
    await page.getByRole('button', { name: '返回日记' }).click()
    await expect(page.getByRole('button', { name: /写坏了的一篇/ })).toBeVisible()

    // A diary deleted on another device is gone here the next time the page opens.
    const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
    await ask(site, 'deleteDiary', { capsule_id: capsules.data[0]!.id }, token)
    await open(page, site, PAGES.deletedDiaries)
    await expect(page.getByText('留着的一篇')).toBeVisible()
  },
)

test('an opened capsule is hidden from the list, found under 已隐藏, and shown again', async ({
  page,
  site,
  isMobile,
}) => {
  const { token } = await signIn(page, site)
  await openedToAll(site, token, '不想再看见的信')
  const list = () => open(page, site, `${PAGES.meCapsule}?tab=open`)
  const card = page.getByRole('button', { name: /不想再看见的信/ })
  await list()
  await look(page, 'opened-capsules')
  await card.click()
  await page.getByRole('button', { name: /^从我的列表中隐藏/ }).click()
  await expect(page.getByRole('button', { name: /^已从我的列表中隐藏/ })).toBeVisible()
  await look(page, 'capsule-hidden')
  await list()
  await expect(page.getByText('暂时没有胶囊哦~')).toBeVisible()
  await page.getByRole('button', { name: '已隐藏' }).click()
  await expect(card).toBeVisible()
  await look(page, 'hidden-capsules')
  // Other people see the capsule as before.
  const { capsules } = await ask(site, 'capsuleOpenList', {}, token)
  expect(capsules.map(({ long_tag }) => long_tag)).toContain('不想再看见的信')

  await card.click()
  await page.getByRole('button', { name: /^已从我的列表中隐藏/ }).click()
  await expectSaid(page, '已重新显示')
  if (isMobile) await page.goBack()
  await expect(page.getByText('没有隐藏的胶囊~')).toBeVisible()
  await look(page, 'hidden-capsules-none')
  await page.getByRole('button', { name: '已隐藏' }).click()
  await expect(card).toBeVisible()
})
