import { expect, it } from 'vitest'
import { makeSlots } from './slots.ts'

const REFUSED = expect.objectContaining({ status: 503, message: '同时上传的文件太多了，请稍后再试' })
const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const errorOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

it('a person uploads six files at once, the seventh is refused until one has ended; another person may', () => {
  const slots = makeSlots()
  const frees = times(6).map(() => slots.take(7, 10))
  expect(errorOf(() => slots.take(7, 10))).toEqual(REFUSED)
  const other = slots.take(8, 5)
  expect([slots.bytesOf(7), slots.bytesOf(8), slots.bytes()]).toEqual([60, 5, 65])
  frees[0]!()
  frees[0] = slots.take(7, 20)
  for (const free of [...frees, other]) free()
  expect([slots.bytesOf(7), slots.bytesOf(8), slots.bytes()]).toEqual([0, 0, 0])
})

it('a process takes 64 uploads at once, whoever they are of', () => {
  const slots = makeSlots()
  const frees = times(64).map((userId) => slots.take(userId, 1))
  expect(errorOf(() => slots.take(99, 1))).toEqual(REFUSED)
  expect(slots.bytesOf(99)).toBe(0)
  frees[0]!()
  slots.take(99, 1)
})

it('200 forms are read at once before it is known whose they are', async () => {
  const slots = makeSlots()
  let come = () => {}
  const arrived = new Promise<void>((resolve) => {
    come = resolve
  })
  const reading = times(200).map(() => slots.whileRead(() => arrived))
  await expect(slots.whileRead(() => arrived)).rejects.toEqual(REFUSED)
  come()
  await Promise.all(reading)
  await slots.whileRead(() => arrived)
})
