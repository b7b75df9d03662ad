import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { Slide } from '#contract/captcha.ts'

/** A puzzle as `createSlideCode` describes it. */
export const SLIDE: Slide = { width: 320, height: 180, piece_width: 60, piece_height: 60, y: 40 }

/** Solves the puzzle on the page and waits until it has gone, on the clock of `startPages`. */
export async function passSlider(): Promise<void> {
  await screen.findByRole('dialog', { name: '安全验证' })
  const picture = await screen.findByAltText('有一个缺口的图片')
  for (const image of picture.parentElement!.querySelectorAll('img')) fireEvent.load(image)
  const range = screen.getByRole('slider', { name: '拼图块的位置' })
  await waitFor(() => expect(range.getAttribute('aria-disabled')).toBeNull())
  fireEvent.change(range, { target: { value: '130' } })
  fireEvent.keyDown(range, { key: 'Enter' })
  await screen.findByText('验证成功')
  await act(() => vi.advanceTimersByTimeAsync(700))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '安全验证' })).toBeNull())
}
