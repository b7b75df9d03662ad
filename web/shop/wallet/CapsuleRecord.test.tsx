import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { WalletRecord } from '#contract/wallet.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

const record = (id: string, fields: Partial<WalletRecord> = {}): WalletRecord => ({
  id,
  capsule_type: 0,
  reason: '封存胶囊',
  created_at: '2026-11-21 20:31:05',
  count: 1,
  is_increase: 0,
  ...fields,
})
const listed = (records: WalletRecord[]) => ok(pageOf(records))

async function open(data: WalletRecord[]) {
  const server = startPages(person())
  server.answer('capsuleRecords', listed(data))
  const user = await openPage('/subPages/me/capsuleRecord')
  return { server, user }
}
const rows = async () =>
  within(await screen.findByRole('list', { name: '胶囊记录' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

it('each movement says which kind, why, when, and how many came or went', async () => {
  await open([
    record('3', { capsule_type: 1, reason: '今日首篇日记', count: 2, is_increase: 1 }),
    record('2', { capsule_type: 2, reason: '发布预测' }),
    record('1', { reason: '兑换', count: 1200, is_increase: 1 }),
  ])
  expect(await rows()).toEqual([
    '2026年11月日记胶囊今日首篇日记2026/11/21 20:31增加+2个',
    '预测胶囊发布预测2026/11/21 20:31减少−1个',
    '时光胶囊兑换2026/11/21 20:31增加+1,200个',
  ])
})

it('a month stands above its first record, across the turn of the year too', async () => {
  await open([
    record('3', { created_at: '2027-01-01 00:00:00' }),
    record('2', { created_at: '2026-12-31 23:59:59' }),
    record('1', { created_at: '2026-12-01 08:00:00' }),
  ])
  await rows()
  const months = screen.getAllByRole('heading', { level: 2 }).map((month) => month.textContent)
  expect(months).toEqual(['2027年1月', '2026年12月'])
})

it('nothing yet: 暂无记录~', async () => {
  await open([])
  await screen.findByText('暂无记录~')
  expect(screen.queryByRole('list', { name: '胶囊记录' })).toBeNull()
})

it('records that did not come are asked for again', async () => {
  const server = startPages(person())
  server.answer('capsuleRecords', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/capsuleRecord')
  await screen.findByText('服务器错误')
  server.answer('capsuleRecords', listed([record('1')]))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

it('me leads to it', async () => {
  startPages(person()).answer('capsuleRecords', listed([]))
  const user = await openPage('/pages/me/me')
  await user.click(await screen.findByRole('button', { name: '胶囊记录' }))
  expect(history.location.pathname).toBe('/subPages/me/capsuleRecord')
})
