import type { Page, Route } from '@playwright/test'
import { type CallName, calls, type Output } from '../contract/calls.ts'
import { zipOf } from '../test/zipOf.ts'
import { LONG } from './everyPage.ts'
import { look } from './look.ts'
import { expect, open, signIn, test } from './site.ts'

const MOVE_IN = '/subPages/me/moveIn'
const NOTES = zipOf([
  { name: `${LONG}/2019-05-01 ${LONG}.md`, content: `# ${LONG}\n\n第一天，到了海边。\n\n![退潮](潮.png)\n` },
  { name: '2019-05-02.md', content: '| 早 | 晚 |\n|---|---|\n| 晴 | 雨 |\n' },
  { name: '潮.png', content: 'png' },
  ...Array.from({ length: 30 }, (_, at) => ({ name: `${LONG}/${LONG}${at}.md`, content: '没有日期的一句话。' })),
  { name: '没用到的一张照片.heic', content: 'x' },
])
const LOOK: Output<'importPreview'> = { known: [], days: ['2019-05-01'], room: 5 * 1024 ** 2, left: 19_000 }
const IMPORT = {
  ...{ batch_id: '0123456789ab0000', source: 'markdown' as const, written: 12_320, undone: false },
  ...{ created_at: '2026-11-28 20:00:00', undo_until: '2026-12-05 20:00:00' },
}

const ok = (data: unknown) => ({ json: { code: 1000, message: '', data } })
/** Answers this call so, from now on. */
async function answer<N extends CallName>(page: Page, name: N, act: (route: Route) => unknown): Promise<void> {
  const address = `**${calls[name].path}`
  await page.unroute(address)
  await page.route(address, async (route) => void (await act(route)))
}
const held = () => undefined

async function choose(page: Page, buffer: Buffer, name = `${LONG}.zip`): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择文件：Markdown 和纯文本' }).click()
  await (await choosing).setFiles({ name, mimeType: 'application/zip', buffer })
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()

test('every state of moving in has room for long titles, by day and by night', async ({ page, site }) => {
  await signIn(page, site)
  const list = [
    IMPORT,
    { ...IMPORT, batch_id: '2', source: 'dayone' as const, undone: true, written: 3 },
    { ...IMPORT, batch_id: '3', source: 'archive' as const, written: 1 },
  ]
  await answer(page, 'imports', (route) => route.fulfill(ok({ list })))
  await open(page, site, MOVE_IN)
  await page.getByText('最近 7 天搬来的').waitFor()
  await look(page, 'move in, choosing')
  await page.getByRole('button', { name: /^撤销从Markdown/ }).click()
  await look(page, 'move in, undoing')
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()

  await choose(page, Buffer.from('PK\u0003\u0004 cut off'))
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'move in, no ZIP')

  await answer(page, 'importPreview', held)
  await choose(page, NOTES)
  await expect(page.getByText('正在读文件：Markdown 和纯文本')).toBeVisible()
  await look(page, 'move in, reading')
  await press(page, '取消')

  await answer(page, 'importPreview', (route) => route.fulfill(ok({ ...LOOK, room: 1 })))
  await choose(page, NOTES)
  await heading(page, '可以搬进来 2 篇')
  await look(page, 'move in, too little room')
  await press(page, '换一个文件')

  await choose(page, zipOf([{ name: 'a.md', content: '没有日期' }]))
  await expect(page.getByText('里面没有找到可以搬的日记')).toBeVisible()
  await look(page, 'move in, nothing')
  await press(page, '换一个文件')

  await answer(page, 'importPreview', (route) => route.fulfill(ok(LOOK)))
  await choose(page, NOTES)
  await page.getByText(/^没有搬的 \d+ 项$/).click()
  await look(page, 'move in, preview')

  await answer(page, 'importDiaries', held)
  await press(page, '开始搬入')
  await heading(page, '正在搬入…')
  await expect(page.getByText(/不支持|没能/).first()).toBeAttached()
  await look(page, 'move in, sending')
  await press(page, '暂停')
  await heading(page, '已暂停')
  await look(page, 'move in, resting')
  await page.getByRole('button', { name: '返回' }).click()
  await look(page, 'move in, leaving')
  await page.getByRole('alertdialog').getByRole('button', { name: '离开' }).click()

  await open(page, site, MOVE_IN)
  await expect(page.getByText(/上次的搬家没有做完/)).toBeVisible()
  await look(page, 'move in, not done')
  await answer(page, 'importDiaries', (route) => route.abort())
  await choose(page, NOTES)
  await press(page, '开始搬入')
  await heading(page, /恢复后会接着来$/)
  await look(page, 'move in, waiting')

  await answer(page, 'importDiaries', (route) => route.fulfill({ json: { code: 2, message: '最多搬进20000篇日记' } }))
  await heading(page, '停下来了')
  await look(page, 'move in, stopped')
  await answer(page, 'importDiaries', (route) => route.fulfill(ok({ written: 2, known: 0 })))
  await press(page, '继续')
  await heading(page, '搬来了 2 篇')
  await look(page, 'move in, done')
})
