// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ARCHIVE_STATE, type Archive } from '#contract/archive.ts'
import { PAGES } from '#contract/pages.ts'
import type { ProofWay } from '#contract/prove.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'

afterEach(endPages)

const MAKING: Archive = {
  id: '7',
  state: ARCHIVE_STATE.making,
  done: 1_250,
  total: 5_000,
  bytes: 3 * 1024 ** 2,
  missing: [],
  parts: [],
  created_at: '2026-11-28 20:00:00',
  expires_at: '',
}
const PART = { name: '时光胶囊归档-2026-11-28-1.zip', bytes: 54 * 1024, url: '/export/1.mac/7-1.zip' }
const READY: Archive = { ...MAKING, state: ARCHIVE_STATE.ready, parts: [PART], expires_at: '2026-12-05 20:00:00' }

async function archives(archive: Archive, prove?: ProofWay[]) {
  const server = startPages(person())
  server.answer('exportList', ok({ list: [archive], prove }))
  return { server, user: await openPage(PAGES.archive) }
}

it('an archive in the making says how far it is, and no second one is asked for', async () => {
  await archives(MAKING)
  await screen.findByText('正在装入第 1,250 件，共 5,000 件')
  expect(screen.getByRole('progressbar', { name: '导出进度' })).toHaveProperty('value', 1_250)
  expect(screen.queryByRole('button', { name: /导出$/ })).toBeNull()
})

it('everything that could not be put in is named, beside the way to download the rest', async () => {
  await archives({ ...READY, missing: [{ name: '海边 · 第2个文件', why: '原件已损坏' }] })
  await screen.findByText('海边 · 第2个文件：原件已损坏')
  expect(screen.getByRole('link', { name: '下载第 1 个文件' }).getAttribute('href')).toBe(PART.url)
})

it('without a proof there is no address, and a way to prove oneself', async () => {
  await archives({ ...READY, parts: [{ ...PART, url: '' }] }, ['password'])
  await screen.findByRole('button', { name: '验证身份后下载' })
  expect(screen.queryByRole('link', { name: /^下载/ })).toBeNull()
})

it('one that failed says that nothing is lost, and can be asked for anew', async () => {
  const { server, user } = await archives({ ...MAKING, state: ARCHIVE_STATE.failed })
  await screen.findByText(/你的内容都还在/)
  server.answer('exportCreate', ok({ id: '8' }))
  await user.click(screen.getByRole('button', { name: '重新导出' }))
  await waitFor(() => expect(server.sent('exportCreate')).toEqual([{}]))
})

it('who did not ask for it ends it after a question', async () => {
  const { server, user } = await archives(READY)
  await user.click(await screen.findByRole('button', { name: '不是我，或不需要了' }))
  expect(server.sent('exportCancel')).toEqual([])
  await user.click(await screen.findByRole('button', { name: '取消导出' }))
  await waitFor(() => expect(server.sent('exportCancel')).toEqual([{ id: '7' }]))
})

it('the archive that is kept after the end is shown with its code, for a proved sign-in alone', async () => {
  const server = startPages(person())
  const kept = {
    url: 'https://kept.example/OPEN-ME.html#0123456789ABCDEF0123456789ABCDEF',
    code: '0123456789ABCDEF0123456789ABCDEF',
    bytes: 2048,
  }
  server.answer('exportList', ok({ list: [], kept: { ...kept, url: '', code: '' }, prove: ['password'] as ProofWay[] }))
  await openPage(PAGES.archive)
  await screen.findByRole('button', { name: '验证身份后显示' })
  expect(screen.queryByText(kept.code)).toBeNull()
  endPages()
  startPages(person()).answer('exportList', ok({ list: [], kept }))
  await openPage(PAGES.archive)
  await screen.findByText(kept.code)
  screen.getByRole('button', { name: '复制地址和代码' })
})
