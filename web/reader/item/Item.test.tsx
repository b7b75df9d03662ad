import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { ITEMS } from '#test/archiveFolder.ts'
import { emptyStorages } from '#test/storages.ts'
import { chooseLanguage } from '../language.ts'
import { Item } from './Item.tsx'

const [rain, , sea, snow, gone, broken] = ITEMS as [ArchiveItem, ArchiveItem, ...ArchiveItem[]]
const show = (item: ArchiveItem | undefined) => render(<Item item={item!} heading="h1" />).container

beforeEach(() => chooseLanguage('zh'))
afterEach(() => {
  cleanup()
  emptyStorages()
})

it('an item has all that is known of it', () => {
  const { textContent } = show(sea)
  for (const words of [
    '那年夏天的海',
    '公开',
    '第一天的傍晚',
    '愿你还记得那天的风。',
    '和阿宁一起拍的',
    '回信 2026/10/02 09:41',
    '我养过的第一只宠物是什么？',
    '封存于2026/05/01 10:00',
    '约定开启2026/10/01',
    '喜欢12',
  ])
    expect(textContent).toContain(words)
})

it('a prediction has its confidence, its reason and its judgement', () => {
  const { textContent } = show(snow)
  for (const words of ['十一月之前', '听奶奶说的', '应验 · 把握 80%', '十月二十八日，小雪。'])
    expect(textContent).toContain(words)
})

it('what could not be put in is named, of the whole and of a file', () => {
  expect(show(broken).textContent).toContain('内容没有能放进归档：内容无法解密')
  expect(show(sea).textContent).toContain('「坏了的.jpg」没有能放进归档：存储中的文件已损坏')
  expect(show(gone).textContent).toContain('删除于2026/11/20')
})

it('parts and fields that came after this reader are left out, and the others shown', () => {
  const later = { ...rain, mood: '晴', parts: [{ kind: 'drawing', lines: [] }, ...rain.parts] }
  show(later as unknown as ArchiveItem)
  expect(screen.getByText('晚上有风。')).toBeTruthy()
})
