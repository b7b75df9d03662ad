import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { picturesIn, toNodes } from './toNodes.ts'

const shown = (html: string) =>
  render(<div>{toNodes(html, { picture: ({ address }, key) => <img key={key} src={address} alt="" /> })}</div>)
    .container.firstElementChild!

afterEach(cleanup)

it('a text keeps its marks, its colours and its own pictures', () => {
  const text = shown(
    '<h2>一</h2><p style="color: #b8324b; text-align: center; position: fixed">二<br><strong>三</strong></p><img src="data/originals/2026/1-1-a b.jpg" width="4" height="3">',
  )
  expect(text.innerHTML).toBe(
    '<h2>一</h2><p style="color: rgb(184, 50, 75); text-align: center;">二<br><strong>三</strong></p><img alt="" src="data/originals/2026/1-1-a%20b.jpg">',
  )
})

it.each([
  ['<script>window.ran=1</script>字', '字'],
  ['<p onclick="window.ran=1">字</p>', '<p>字</p>'],
  ['<svg onload="window.ran=1"><script>window.ran=1</script><p>里</p></svg>字', '<p>里</p>字'],
  ['<img src="x" onerror="window.ran=1" alt="图">', '图'],
  ['<img src="https://example.com/a.png" alt="别处">', '别处'],
  ['<iframe src="https://example.com/">里</iframe>字', '字'],
  ['<a href="javascript:window.ran=1">字</a>', '字'],
  ['<a href=" java&#10;script:window.ran=1">字</a>', '字'],
  ['<math><mtext><style><img src=x onerror="window.ran=1"></style></mtext></math>字', '字'],
  ['<form action="https://example.com/"><input value="x"><button>字</button></form>', '字'],
  ['<p style="background: url(https://example.com/a.png); color: url(x)">字</p>', '<p>字</p>'],
  ['<custom-x>字</custom-x>', '字'],
])('nothing in a text runs, asks for anything or covers the page: %s', (html, left) => {
  expect(shown(html).innerHTML).toBe(left)
})

it('a link leads to pages and mail alone, and tells them nothing', () => {
  const [link] = shown('<a href="https://example.com/" target="_top" onmouseover="window.ran=1">字</a>').children
  expect(link!.outerHTML).toBe('<a href="https://example.com/" rel="noopener noreferrer" target="_blank">字</a>')
  expect(shown('<a href="mailto:a@example.com">信</a>').querySelector('a')).not.toBeNull()
  expect(shown('<a href="data:text/html,x">字</a>').querySelector('a')).toBeNull()
})

it('a text of a thousand levels is shown, and its words are all there', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(shown(`${'<div>'.repeat(1_000)}字${'</div>'.repeat(1_000)}`).textContent).toBe('字')
  vi.restoreAllMocks()
})

it('pictures of a text come in their order, without those from elsewhere', () => {
  const html =
    '<img src="data/originals/1/a.jpg" alt="一"><img src="https://example.com/b.jpg"><p><img src="data/originals/1/c.jpg"></p>'
  expect(picturesIn(html).map(({ address, alt }) => [address, alt])).toEqual([
    ['data/originals/1/a.jpg', '一'],
    ['data/originals/1/c.jpg', ''],
  ])
})
