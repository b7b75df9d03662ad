// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Sheet } from './Sheet.tsx'

afterEach(cleanup)

const coming = () => document.querySelector('[data-coming]')

it('the first sheet has its shape at once, and is filled when its code is there', async () => {
  render(
    <Sheet open onOpenChange={() => {}} title="选择性别">
      女
    </Sheet>,
  )
  expect(coming()).not.toBeNull()
  expect(await screen.findByRole('dialog', { name: '选择性别' })).toBeDefined()
  expect(coming()).toBeNull()
})
