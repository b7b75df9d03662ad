// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ShownItem } from '#contract/content.ts'
import { placeholderAddress } from '#contract/placeholder.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { address, file, image, item, opened, video } from '#web/capsule/media/shown.fixture.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { STRIPES } from '#web/client/upload/decoded.fixture.ts'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

async function detail(items: ShownItem[]) {
  const server = startPages(person())
  server.answer('capsuleDetail', opened(items))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await screen.findByRole('heading', { name: '少年' })
  return { server, user }
}

it('a remark is the alternative text of its picture; without one it is named by kind and place', async () => {
  await detail([
    item(1, image('a'), { comment: '毕业那天' }),
    item(1, image('b')),
    item(2, video('c'), { poster: address(image('d')) }),
  ])
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
    '毕业那天',
    '图片 2',
    '视频 3',
  ])
  expect(screen.getByText('毕业那天')).toBeTruthy()
})

it('thumbnails are asked for in the width they are shown in, and denser ones for dense screens', async () => {
  await detail([item(1, image('a'))])
  const picture = screen.getByRole('img')
  expect(picture.getAttribute('src')).toBe(`${address(image('a'))}?x-oss-process=image/resize,w_400`)
  expect(picture.getAttribute('srcset')).toContain('w_800 800w')
})

it('pictures come whole, the first as wide as the page', async () => {
  await detail(['a', 'b', 'c'].map((name) => item(1, image(name))))
  const pictures = screen.getAllByRole<HTMLImageElement>('img')
  expect(pictures.map(({ style }) => style.objectFit)).toEqual(['contain', 'contain', 'contain'])
  expect(pictures.map(({ sizes }) => sizes.split(', ').at(-1))).toEqual(['92vw', '46vw', '46vw'])
})

it('a picture has a box of its own ratio, with its colours until it has come; one that is not known waits as ever', async () => {
  const fields = { width: 3000, height: 4000, placeholder: STRIPES }
  await detail([
    item(1, image('a'), fields),
    item(2, video('b'), { poster: address(image('c')), ...fields }),
    item(1, image('d')),
  ])
  const pictures = screen.getAllByRole<HTMLImageElement>('img')
  const behind = (picture: HTMLImageElement) => picture.previousElementSibling?.querySelector('image')
  const waits = (picture: HTMLImageElement) => picture.hasAttribute('data-waits')
  expect(pictures.map(({ style }) => style.aspectRatio)).toEqual(['auto 3000 / 4000', 'auto 3000 / 4000', ''])
  expect(pictures.map((picture) => behind(picture)?.getAttribute('href'))).toEqual([
    placeholderAddress(STRIPES),
    placeholderAddress(STRIPES),
    undefined,
  ])
  expect(pictures.map(waits)).toEqual([true, true, false])
  for (const picture of pictures) fireEvent.load(picture)
  expect(pictures.map(waits)).toEqual([false, false, false])
})

it('a tap on a picture opens the preview at it, files counted', async () => {
  const { user } = await detail([item(3, file('a'), { name: '信.pdf' }), item(1, image('b'))])
  await user.click(screen.getByRole('button', { name: '图片 1' }))
  await waitFor(() => expect(here()).toBe('/subPages/time/preview?id=3&index=1'))
})

it('a file is a row with name, size, remark and a download under its own name', async () => {
  await detail([item(3, file('a'), { name: '给 2030 的信.pdf', size: 3_355_443, comment: '打开前先泡茶' })])
  const row = within(screen.getByRole('list', { name: '文件' })).getByRole('listitem')
  expect(row.textContent).toContain('3.2 MB')
  expect(row.textContent).toContain('打开前先泡茶')
  const link = within(row).getByRole('link', { name: '下载 给 2030 的信.pdf' })
  expect(link.getAttribute('download')).toBe('给 2030 的信.pdf')
  expect(link.getAttribute('href')).toBe(`${address(file('a'))}?name=${encodeURIComponent('给 2030 的信.pdf')}`)
})

it('a picture that does not come is asked for anew once, and then waits for 重试', async () => {
  const { server, user } = await detail([item(1, image('a'))])
  server.answer('capsuleDetail', opened([item(1, image('a'), { content: address(image('a'), 2) })]))
  fireEvent.error(screen.getByRole('img'))
  await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toContain(address(image('a'), 2)))
  expect(server.sent('capsuleDetail')).toHaveLength(2)

  fireEvent.error(screen.getByRole('img'))
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(server.sent('capsuleDetail')).toHaveLength(2)

  await user.click(retry)
  await screen.findByRole('img')
  expect(server.sent('capsuleDetail')).toHaveLength(3)
})

it('a picture that is shown stays as it is when its capsule is read again', async () => {
  const { server } = await detail([item(1, image('a')), item(3, file('b'), { name: 'b.pdf' })])
  const fresh = [address(image('a'), 2), address(file('b'), 2)] as const
  server.answer(
    'capsuleDetail',
    opened([item(1, image('a'), { content: fresh[0] }), item(3, file('b'), { name: 'b.pdf', content: fresh[1] })]),
  )
  await act(() => queryClient.refetchQueries({ queryKey: ['capsuleDetail'] }))
  const link = screen.getByRole('link', { name: '下载 b.pdf' })
  await waitFor(() => expect(link.getAttribute('href')).toContain(fresh[1]))
  expect(screen.getByRole('img').getAttribute('src')).toContain(address(image('a'), 1))
})

it('a video without a poster shows the frame the store cuts, and else a drawn tile', async () => {
  await detail([item(2, video('a'))])
  const frame = screen.getByRole('img', { name: '视频 1' })
  expect(frame.getAttribute('src')).toContain('x-oss-process=video/snapshot')
  fireEvent.error(frame)
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(screen.getByRole('button', { name: /^视频 1/ })).toBeTruthy()
})

it('pictures within a text open over the whole page, and Escape closes them', async () => {
  const html = `<p>雨</p><img src="${address(image('a'))}" alt="窗外">`
  const { user } = await detail([{ type: 0, content: html, comment: '' }])
  await user.click(screen.getByRole('button', { name: '查看图片 窗外' }))
  const viewer = await screen.findByRole('dialog', { name: '查看图片' })
  expect(within(viewer).getByRole('img', { name: '窗外' }).getAttribute('src')).toBe(address(image('a')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(here()).toBe('/subPages/me/capsuleDetail?id=3')
})

it('a picture within a text that stays missing says so in its place and waits for 重试, the others are shown', async () => {
  const html = `<p>雨</p><img src="${address(image('a'))}" alt="窗外"><img src="${address(image('b'))}" alt="屋里">`
  const { server, user } = await detail([{ type: 0, content: html, comment: '' }])
  const first = screen.getByRole('img', { name: '窗外' })
  fireEvent.error(first)
  await waitFor(() => expect(screen.getByRole('img', { name: '窗外' })).not.toBe(first))
  fireEvent.error(screen.getByRole('img', { name: '窗外' }))
  const retry = await screen.findByRole('button', { name: '图片「窗外」加载失败 重试' })
  expect(screen.queryByRole('img', { name: '窗外' })).toBeNull()
  expect(screen.getByRole('img', { name: '屋里' })).toBeTruthy()
  expect(server.sent('capsuleDetail')).toHaveLength(2)

  await user.click(retry)
  await screen.findByRole('img', { name: '窗外' })
  expect(server.sent('capsuleDetail')).toHaveLength(3)
})
