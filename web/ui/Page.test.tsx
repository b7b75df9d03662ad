import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Page } from './Page.tsx'
import { Sky } from './Sky.tsx'

afterEach(cleanup)

const look = () => ({ ...document.documentElement.dataset })

it.each([
  ['all of it where capsules float', { fill: true }, 'all'],
  ['what is beside a wide column', { wide: true }, 'wide'],
  ['what is beside the column', {}, 'column'],
])('stars keep away from what is read: a page leaves them %s', (_what, props, stars) => {
  render(
    <Page mood="universe" {...props}>
      字
    </Page>,
  )
  expect(look()).toMatchObject({ mood: 'universe', stars })
})

it('every star of the sky stands under the mask that clears the column', () => {
  const { container } = render(<Sky />)
  const all = container.querySelectorAll('i')
  expect(all.length).toBeGreaterThan(0)
  expect(container.querySelectorAll('[class*="stars"] i')).toHaveLength(all.length)
})
