import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { address, image } from './shown.fixture.ts'
import { Thumbnail } from './Thumbnail.tsx'

afterEach(cleanup)

const show = (at: string) => <Thumbnail address={at} width={144} fallback={<i>none</i>} />

it('a picture that was added or exchanged is shown, a new address of the same one loads nothing anew', () => {
  const { container, rerender } = render(show(''))
  const source = () => container.querySelector('img')?.getAttribute('src')
  expect(container.textContent).toBe('none')
  rerender(show(address(image('a'))))
  const first = source()
  expect(first).toContain(image('a'))
  rerender(show(address(image('a'), 2)))
  expect(source()).toBe(first)
  rerender(show(address(image('b'))))
  expect(source()).toContain(image('b'))
})
