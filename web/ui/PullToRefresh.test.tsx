import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, startPages, windowOf } from '#test/page.tsx'

afterEach(() => {
  endPages()
  vi.unstubAllGlobals()
})

async function orders() {
  windowOf(390, { touched: true })
  const server = startPages(person())
  server.answer('orderList', ok({ orders: pageOf([]), waiting: 0, owed: 0 }))
  await openPage('/subPages/me/orders')
  await waitFor(() => expect(asked(server)).toBe(1))
  return server
}
const asked = (server: StandIn) => server.sent('orderList').length

type Point = { x?: number; y?: number }
const touches = (points: Point[]) => ({ touches: points.map(({ x = 0, y = 0 }) => ({ clientX: x, clientY: y })) })

/** A finger that goes down on `on`, along these points, and is lifted. */
function drag(on: Element, ...way: Point[]) {
  fireEvent.touchStart(on, touches([{}]))
  for (const point of way) fireEvent.touchMove(on, touches([point]))
  fireEvent.touchEnd(on, touches([]))
}
const main = () => screen.getByRole('main').firstElementChild!

it('a list is asked for anew when its page is pulled down by 50 px, and says so', async () => {
  const server = await orders()
  drag(main(), { y: 40 }, { y: 120 })
  await screen.findByText('刷新成功')
  expect(asked(server)).toBe(2)
})

it.each<[string, Point[]]>([
  ['less far', [{ y: 60 }, { y: 90 }]],
  ['aside', [{ x: 60, y: 20 }, { y: 200 }]],
  ['up', [{ y: -200 }]],
])('a finger that goes %s refreshes nothing', async (_, way) => {
  const server = await orders()
  drag(main(), ...way)
  await Promise.resolve()
  expect(asked(server)).toBe(1)
})

it('a page that is scrolled is not refreshed', async () => {
  const server = await orders()
  vi.stubGlobal('scrollY', 200)
  drag(main(), { y: 40 }, { y: 200 })
  await Promise.resolve()
  expect(asked(server)).toBe(1)
})

it('a list that does not come anew says why, and stays', async () => {
  const server = await orders()
  server.answer('orderList', { code: CODE.refused, message: '稍后再试' })
  drag(main(), { y: 40 }, { y: 200 })
  await screen.findByText('稍后再试')
  expect(screen.queryByText('刷新成功')).toBeNull()
})
