import { expect, it } from 'vitest'
import { goesWholeText } from './goesWhole.ts'

const raw = { name: 'a.dng', whole: 2 as const }
const page = { name: 'b.pdf', whole: 1 as const }

it.each([
  [[{ name: 'c.jpg' }], undefined],
  [[raw], '「a.dng」会原样交给别人，可能含拍摄地点'],
  [[page], '「b.pdf」会原样交给别人'],
  [[raw, page, { name: 'c.jpg' }], '「a.dng」「b.pdf」会原样交给别人，其中「a.dng」可能含拍摄地点'],
  [[{ whole: 2 as const }], '「未命名的文件」会原样交给别人，可能含拍摄地点'],
])('what goes as it is is named, and what may tell where it was taken: %j', (files, said) => {
  expect(goesWholeText(files)).toBe(said)
})
