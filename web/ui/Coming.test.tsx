// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(cleanup)

const coming = () => document.querySelector('[data-coming]')

it('the first sheet has its shape at once, and is filled when its code is there', async () => {
  // The code of a sheet is loaded once: another file of this worker may have loaded it.
  vi.resetModules()
  const { Sheet } = await import('./Sheet.tsx')
  render(
    <Sheet open onOpenChange={() => {}} title="选择性别">
      女
    </Sheet>,
  )
  expect(coming()).not.toBeNull()
  expect(await screen.findByRole('dialog', { name: '选择性别' })).toBeDefined()
  expect(coming()).toBeNull()
})
