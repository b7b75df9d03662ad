import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sameColour, TEXT_COLOURS, withoutColours } from './colours.ts'
import { Editor } from './Editor.tsx'
import { EditorCounter } from './EditorCounter.tsx'

// jsdom has no layout to measure a caret in.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

afterEach(cleanup)

test('a tap on a tool leaves the focus in the text, so that half-typed Chinese keeps its letters', async () => {
  render(<Editor html="<p>你好</p>" onChange={() => {}} />)
  const bold = await screen.findByRole('button', { name: '加粗' })
  for (const press of [createEvent.mouseDown(bold), createEvent.pointerDown(bold)]) {
    fireEvent(bold, press)
    expect(press.defaultPrevented).toBe(true)
  }
})

test('the tools are toggles that say whether they are on', async () => {
  const onChange = vi.fn()
  render(<Editor html="<p>你好</p>" onChange={onChange} />)
  const heading = await screen.findByRole('button', { name: '大标题' })
  expect(heading.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(heading)
  expect(await screen.findByRole('button', { name: '大标题', pressed: true })).toBeTruthy()
  expect(onChange).toHaveBeenLastCalledWith('<h1>你好</h1>')
})

test('the counter is silent far from the limit, quiet near it and loud beyond it', () => {
  const { rerender, container } = render(<EditorCounter count={8_999} />)
  expect(container.textContent).toBe('')
  rerender(<EditorCounter count={9_500} />)
  expect(container.textContent).toBe('9500/10000')
  rerender(<EditorCounter count={10_001} />)
  expect(screen.getByRole('alert').textContent).toContain('已超出一万字上限')
})

test('22 colours, each as hex or rgba, and pasted text leaves its own behind', () => {
  expect(new Set(TEXT_COLOURS.map(({ value }) => value)).size).toBe(22)
  expect(TEXT_COLOURS.every(({ value }) => /^(#[0-9a-f]{6}|rgba\(.+\))$/.test(value))).toBe(true)
  expect(sameColour('rgb(201, 67, 40)', '#c94328')).toBe(true)
  expect(withoutColours('<p style="color: #000; text-align: center">黑</p>')).toBe(
    '<p style="text-align: center;">黑</p>',
  )
})
