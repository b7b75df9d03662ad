// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Asks, confirm } from './ask.tsx'
import { Sheet } from './Sheet.tsx'

afterEach(cleanup)

/** The code of dialogs is held back until this is called; it is loaded once. */
const code = vi.hoisted(() => {
  let come = () => {}
  const comes = new Promise<void>((resolve) => {
    come = resolve
  })
  return { comes, come }
})
vi.mock('./SheetDialog.tsx', (load) => code.comes.then(() => load()))
vi.mock('./AskDialog.tsx', (load) => code.comes.then(() => load()))

const coming = () => document.querySelector('[data-coming]')
const entryOf = (sheets: number) => waitFor(() => expect(window.history.state?.sheets ?? 0).toBe(sheets))
/** Presses the telephone's own back button. */
const goBack = () => act(async () => window.history.back())

function Page() {
  const [open, setOpen] = useState(true)
  return [
    <Sheet key="sheet" open={open} onOpenChange={setOpen} title="选择性别">
      女
    </Sheet>,
    <Asks key="asks" />,
  ]
}

it('the way back closes a sheet whose code has not come yet, and not the page', async () => {
  const before = window.history.state
  render(<Page />)
  expect(coming()).not.toBeNull()
  await entryOf(1)
  await goBack()
  await waitFor(() => expect(coming()).toBeNull())
  expect(window.history.state).toEqual(before)
})

it('the way back from a question whose code has not come yet is a no', async () => {
  render(<Asks />)
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = confirm({ text: '真的吗？' })
  })
  await entryOf(1)
  await goBack()
  expect(await answer).toBe(false)
  await waitFor(() => expect(coming()).toBeNull())
  await entryOf(0)
})

it('a sheet whose code comes has the entry that its shape had', async () => {
  render(<Page />)
  await entryOf(1)
  const { length } = window.history
  const written = vi.spyOn(window.history, 'go')
  await act(async () => code.come())
  await screen.findByRole('dialog', { name: '选择性别' })
  expect(coming()).toBeNull()
  await entryOf(1)
  expect(window.history.length).toBe(length)
  expect(written).not.toHaveBeenCalled()
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await entryOf(0)
})
