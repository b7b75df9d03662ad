import type { Page } from '@playwright/test'
import { MOVE_IN_TITLE } from '../contract/importSource.ts'
import { zipOf } from '../test/zipOf.ts'
import { SETTING } from './account.ts'
import { ask, CORE, expect, expectAccessible, expectInside, expectSaid, open, signIn, test } from './site.ts'

const NOTES = zipOf([
  { name: '日记/2019-05-01.md', content: '# 出发\n\n第一天，到了海边。\n' },
  { name: '日记/2019-05-02.md', content: '今天**下雨**，在旅馆里看书。\n' },
  { name: '日记/随想.md', content: '没有日期的一句话。\n' },
])

const main = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'diaries from elsewhere are chosen in the settings, looked at, moved in, read in their month, and taken back as one',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    await open(page, site, SETTING)
    await page.getByRole('button', { name: MOVE_IN_TITLE }).click()
    await expect(page.getByRole('heading', { name: '把从前的日记搬进来' })).toBeVisible()
    await expect(page.getByText(/^微信朋友圈和印象笔记没有官方导出.+所以搬不进来。$/)).toBeVisible()
    await expectAccessible(page, 'move in')
    await expectInside(page, 'move in')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '选择文件：Markdown 和纯文本' }).click()
    await (await choosing).setFiles({ name: '笔记.zip', mimeType: 'application/zip', buffer: NOTES })

    await expect(page.getByRole('heading', { name: '可以搬进来 2 篇' })).toBeVisible()
    await expect(page.getByText('2019/05/01 – 2019/05/02')).toBeVisible()
    await page.getByText('没有搬的 1 项').click()
    await expect(page.getByText(/随想/)).toBeVisible()
    await expectAccessible(page, 'preview of an import')
    await expectInside(page, 'preview of an import')
    const downloading = page.waitForEvent('download')
    await main(page, '保存清单').click()
    expect((await downloading).suggestedFilename()).toMatch(/^没有搬的-/)
    expect((await ask(site, 'imports', {}, token)).list).toEqual([])

    await main(page, '开始搬入').click()
    await expect(page.getByRole('heading', { name: '搬来了 2 篇' })).toBeVisible()
    await expectAccessible(page, 'moved in')
    await main(page, '去看看').click()
    await expect(page).toHaveURL(/diaryList\?month=2019-05/)
    await expect(page.getByRole('button', { name: /出发/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /下雨/ })).toBeVisible()
    const { calendar } = await ask(site, 'diaryCalendar', { month: '201905' }, token)
    expect(calendar).toEqual({ '2019-05-01': 1, '2019-05-02': 1 })

    await open(page, site, '/subPages/me/moveIn')
    await page.getByRole('button', { name: /^撤销从Markdown 和纯文本搬来的 2 篇/ }).click()
    await expectAccessible(page, 'undoing an import')
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销', exact: true }).click()
    await expectSaid(page, '撤回 2 篇')
    expect((await ask(site, 'diaryCalendar', { month: '201905' }, token)).calendar).toEqual({})
    await open(page, site, '/subPages/diary/diaryList?month=2019-05')
    await expect(page.getByText('暂无日记~')).toBeVisible()
    await expect(page.getByRole('link', { name: '把从前的日记搬进来' })).toBeVisible()
  },
)
