import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { item, opened } from '#web/capsule/media/shown.fixture.ts'

afterEach(endPages)

async function openPrediction(content: string, comment: string) {
  const server = startPages(person())
  const { capsule } = opened([{ ...item(0, ''), content, comment }]).data
  const prediction: Detail = { ...capsule, type: 2, capsule: 1, content_type: 0, send_word: '给自己' }
  server.answer('capsuleDetail', { code: 1000, data: { capsule: prediction, is_mine: 1, is_love: 0 } })
  await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '0' })
}

it('an opened prediction shows question and conclusion side by side, with its words', async () => {
  await openPrediction('明年\n我会在哪里？', '海边')
  const foretold = await screen.findByRole('region', { name: '当时的预测' })
  expect(foretold.querySelector('p')?.textContent).toBe('明年\n我会在哪里？')
  expect(screen.getByRole('region', { name: '当时的结论' }).textContent).toContain('海边')
  expect(foretold.parentElement).toBe(screen.getByRole('region', { name: '当时的结论' }).parentElement)
  expect(screen.getByLabelText('寄语').textContent).toContain('给自己')
  expect(screen.queryByRole('switch')).toBeNull()
})

it('what was foretold is text, whatever it looks like', async () => {
  await openPrediction('<img src=x onerror="alert(1)">', '<b>会</b>')
  await screen.findByText('<img src=x onerror="alert(1)">')
  await screen.findByText('<b>会</b>')
  expect(document.querySelector('article img[src="x"]')).toBeNull()
})
