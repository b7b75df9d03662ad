import { expect, it } from 'vitest'
import { makeSemaphore } from './semaphore.ts'

/** Something to wait for, until it is there. */
function event() {
  let come = () => {}
  const wait = new Promise<void>((resolve) => {
    come = resolve
  })
  return { wait, come }
}

it('who waits for somebody else leaves the turn to others, has it again though all are taken, and none is lost', async () => {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMost: 0 })
  const [far, near] = [event(), event()]
  const away = inTurn((stepAside) => stepAside(() => far.wait))
  const here = inTurn(() => near.wait)
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503 })
  far.come()
  await away
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503 })
  near.come()
  await here
  const last = event()
  const taken = inTurn(() => last.wait)
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503 })
  last.come()
  await taken
})

it('who waits for two at once leaves one turn, not two', async () => {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMost: 0 })
  const [one, other, near] = [event(), event(), event()]
  const away = inTurn((stepAside) => Promise.all([stepAside(() => one.wait), stepAside(() => other.wait)]))
  const here = inTurn(() => near.wait)
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503 })
  for (const { come } of [one, other, near]) come()
  await Promise.all([away, here])
})

it('who steps aside while others wait hands the turn to the first of them', async () => {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMost: 2 })
  const [begin, far] = [event(), event()]
  const order: string[] = []
  const away = inTurn(async (stepAside) => {
    await begin.wait
    await stepAside(() => far.wait)
    order.push('back')
  })
  const first = inTurn(async () => order.push('first'))
  const second = inTurn(async () => order.push('second'))
  begin.come()
  await Promise.all([first, second])
  far.come()
  await away
  expect(order).toEqual(['first', 'second', 'back'])
})
