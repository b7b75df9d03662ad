import { expect, it } from 'vitest'
import { type OpenedChunks, openMadeObjects } from '#server/platform/media/made.ts'
import { withApp } from '#test/app.ts'
import { makeBlob, readMadeFile, sizeOf } from './madeFile.ts'

const app = withApp()

it('a file of many small pieces opens a chunk once, however many of them lie in it', async () => {
  const made = openMadeObjects(app.services)
  const [one, other] = [makeBlob('0/1'), makeBlob('0/2')]
  const comma = other.add(',')
  const file = [one.add('甲'), comma, one.add('乙'), comma, one.add('丙')]
  await Promise.all([one.write(made), other.write(made)])
  const memories = new Set<OpenedChunks | undefined>()
  const watched: typeof made = {
    ...made,
    async *read(object, span, opened) {
      memories.add(opened)
      yield* made.read(object, span, opened)
      // An open chunk is not asked for again.
      await made.remove(object.name)
    },
  }
  const read: Buffer[] = []
  for await (const piece of readMadeFile(watched, file, { start: 0, end: sizeOf(file) })) read.push(piece)
  expect(Buffer.concat(read).toString()).toBe('甲,乙,丙')
  expect(memories.size).toBe(1)
  await expect(readMadeFile(made, file, { start: 0, end: 1 }).next()).rejects.toThrow('is not there')
})
