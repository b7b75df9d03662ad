import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { placeholderAddress } from '#contract/placeholder.ts'
import { RichText } from './RichText.tsx'

afterEach(cleanup)

const OWN = '/m/2000000000.mac/image/7/0123456789abcdef.jpg'
const OTHER = OWN.replace('0123', '3210')

test('of pictures only our own are shown, lazily, and nothing in them runs', () => {
  const foreign = [
    'https://elsewhere.example/a.jpg',
    'data:image/png;base64,AA',
    'blob:https://elsewhere.example/7f0c',
    'javascript:x()',
    OWN.replace('image', 'file'),
  ]
  const html = [OWN, `https://here.example${OWN}`, ...foreign].map((src) => `<img src="${src}" onerror="x()" alt="海">`)
  const { container } = render(<RichText html={`<p>字${html.join('')}</p>`} />)
  expect([...container.querySelectorAll('img')].map((image) => image.outerHTML)).toEqual([
    `<img src="${OWN}" alt="海" loading="lazy">`,
    `<img src="https://here.example${OWN}" alt="海" loading="lazy">`,
  ])
})

test('a picture of the copy on this device is shown by the address that the page has made', () => {
  const own = `blob:${location.origin}/7f0c`
  const { container } = render(<RichText html={`<p>字<img src="${own}" alt="海"></p>`} />)
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([own])
})

test('a picture that can be looked at is a button, with the keyboard too, and brings all pictures of the text', async () => {
  const onImage = vi.fn()
  render(<RichText html={`<p>字</p><img src="${OWN}" alt="海"><p>字</p><img src="${OTHER}">`} onImage={onImage} />)
  const all = [
    { src: OWN, alt: '海' },
    { src: OTHER, alt: '' },
  ]
  await userEvent.click(screen.getByRole('button', { name: '查看图片 海' }))
  screen.getByRole('button', { name: '查看图片' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(onImage.mock.calls).toEqual([
    [OWN, all],
    [OTHER, all],
  ])
})

test('a picture has a box of its own ratio, with its colours until it has come, or does not come', () => {
  const placeholder = 'a0+/'.repeat(16)
  const sides = 'width="3000" height="4000"'
  const html = [OWN, OTHER].map((src) => `<img src="${src}" ${sides} data-placeholder="${placeholder}">`).join('')
  const { container } = render(<RichText html={`${html}<img src="${OWN}">`} onImage={() => {}} />)
  const pictures = [...container.querySelectorAll('img')]
  expect(pictures.map((picture) => picture.getAttribute('width'))).toEqual(['3000', '3000', null])
  const behind = [...container.querySelectorAll('svg image')].map((image) => image.getAttribute('href'))
  expect(behind).toEqual([placeholderAddress(placeholder), placeholderAddress(placeholder)])
  const waits = () => pictures.map((picture) => picture.closest('button')?.hasAttribute('data-waits'))
  fireEvent.load(container.querySelector('svg image')!)
  expect(waits()).toEqual([true, true, false])
  fireEvent.load(pictures[0]!)
  fireEvent.error(pictures[1]!)
  expect(waits()).toEqual([false, false, false])
})

test('a placeholder that is none puts nothing on the page', () => {
  const html = `<img src="${OWN}" width="4" data-placeholder='"><b onload="x()">'>`
  const { container } = render(<RichText html={html} onImage={() => {}} />)
  expect(container.querySelector('svg, b, [data-waits], [onload]')).toBeNull()
})

test('where nothing looks at them pictures are no buttons', () => {
  render(<RichText html={`<img src="${OWN}">`} />)
  expect(screen.queryByRole('button')).toBeNull()
})
