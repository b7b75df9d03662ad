import { expect, it } from 'vitest'
import { makeUploadLimits } from './uploadLimits.ts'

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
  const limits = makeUploadLimits()
  const frees = times(6).map(() => limits.take(7, 10))
  expect(errorOf(() => limits.take(7, 10))).toEqual(REFUSED)
  const other = limits.take(8, 5)
  expect([limits.bytesOf(7), limits.bytesOf(8), limits.bytes()]).toEqual([60, 5, 65])
  frees[0]!()
  frees[0] = limits.take(7, 20)
  for (const free of [...frees, other]) free()
  expect([limits.bytesOf(7), limits.bytesOf(8), limits.bytes()]).toEqual([0, 0, 0])
})

it('a process takes 64 uploads at once, no matter whose', () => {
  const limits = makeUploadLimits()
  const frees = times(64).map((userId) => limits.take(userId, 1))
  expect(errorOf(() => limits.take(99, 1))).toEqual(REFUSED)
  expect(limits.bytesOf(99)).toBe(0)
  frees[0]!()
  limits.take(99, 1)
})

it('200 forms are read at once before it is known whose they are', async () => {
  const limits = makeUploadLimits()
  let come = () => {}
  const arrived = new Promise<void>((resolve) => {
    come = resolve
  })
  const reading = times(200).map(() => limits.whileRead(() => arrived))
  await expect(limits.whileRead(() => arrived)).rejects.toEqual(REFUSED)
  come()
  await Promise.all(reading)
  await limits.whileRead(() => arrived)
})
