// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import { LOCATE_ANSWER_MS } from '#contract/limits.ts'
import { endPages, openPage, startPages } from '#test/page.tsx'
import { clearDraft, emptyDraft, keepDraft, textContent, useDraftStore } from '#web/draft/current/draft.ts'
import { go, here, history } from '#web/ui/location.ts'

const CHOOSE = '/choose-location'
const OPEN = '/open-location'
const BUND = { name: '外滩', address: '中山东一路', latitude: '31.239692', longitude: '121.499755' }
const DEVICES = {
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile',
  apple: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  other: 'Mozilla/5.0 (X11; Linux x86_64)',
}
type Links = { href: string; target: string; rel: string }[]

beforeEach(() => {
  startPages()
})
afterEach(() => {
  endPages()
  clearDraft()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'geolocation')
})

/** The links that are followed, instead of following them. */
function followed(device: keyof typeof DEVICES = 'other'): Links {
  const links: Links = []
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(DEVICES[device])
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push({ href: this.href, target: this.target, rel: this.rel })
  })
  return links
}

function geolocation(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  const getCurrentPosition = vi.fn(answer)
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  return getCurrentPosition
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => screen.getByRole('button', { name })

it('a place is shown to anybody, by its name, address and coordinates', async () => {
  await openPage(OPEN, BUND)
  expect(screen.getByRole('heading', { name: '外滩' })).toBeTruthy()
  expect(screen.getByText('中山东一路')).toBeTruthy()
  expect(screen.getByText('纬度 31.239692，经度 121.499755')).toBeTruthy()
})

it.each([{}, { name: ' ' }, { latitude: '91', longitude: '0' }, { latitude: '31' }])(
  'a query that says nothing of a place: 没有可以显示的位置 (%o)',
  async (query) => {
    await openPage(OPEN, query as Record<string, string>)
    expect(screen.getByText('没有可以显示的位置')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '在地图中打开' })).toBeNull()
  },
)

it('coordinates that are none are ignored, and the name still shown', async () => {
  await openPage(OPEN, { ...BUND, latitude: '-90.5' })
  expect(screen.getByRole('heading', { name: '外滩' })).toBeTruthy()
  expect(screen.queryByText(/纬度/)).toBeNull()
  expect(screen.queryByRole('button', { name: '复制坐标' })).toBeNull()
})

it.each([
  ['android', 'geo:31.239692,121.499755?q=31.239692,121.499755(%E5%A4%96%E6%BB%A9)', '', '手机上的地图应用'],
  ['apple', 'https://maps.apple.com/?ll=31.239692%2C121.499755&q=%E5%A4%96%E6%BB%A9', '_blank', '苹果地图'],
  [
    'other',
    'https://uri.amap.com/marker?position=121.499755%2C31.239692&name=%E5%A4%96%E6%BB%A9&coordinate=wgs84',
    '_blank',
    '高德地图的网页',
  ],
] as const)(
  'a map is opened only once the person agrees, who is told what leaves: %s',
  async (device, url, target, map) => {
    const links = followed(device)
    const user = await openPage(OPEN, BUND)
    await user.click(press('在地图中打开'))
    await screen.findByText(`将离开时光胶囊，并把这里的坐标和名称告诉${map}。`)
    await user.click(press('取消'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(links).toEqual([])

    act(() => vi.advanceTimersByTime(1_000))
    await user.click(press('在地图中打开'))
    await user.click(await screen.findByRole('button', { name: '打开地图' }))
    await waitFor(() => expect(links).toEqual([{ href: url, target, rel: 'noopener noreferrer' }]))
  },
)

it('a place without coordinates is looked for by its address', async () => {
  const links = followed()
  const user = await openPage(OPEN, { name: '外滩', address: '中山东一路' })
  await user.click(press('在地图中打开'))
  await screen.findByText(/^将离开时光胶囊，并把这里的地址和名称告诉/)
  await user.click(press('打开地图'))
  await waitFor(() => expect(new URL(links[0]!.href).searchParams.get('keyword')).toBe('中山东一路 外滩'))
})

it('复制坐标 and 复制地址 copy, and say so', async () => {
  const user = await openPage(OPEN, BUND)
  await user.click(press('复制坐标'))
  await screen.findByText('坐标已复制')
  expect(await navigator.clipboard.readText()).toBe('31.239692, 121.499755')
  await user.click(press('复制地址'))
  await screen.findByText('地址已复制')
  expect(await navigator.clipboard.readText()).toBe('中山东一路')
})

it('choosing needs a name and coordinates that are some, said at their fields', async () => {
  const user = await openPage(CHOOSE)
  await user.type(field('纬度（选填）'), '91')
  await user.click(press('确定'))
  expect(screen.getByText('请填写地点名称')).toBeTruthy()
  expect(screen.getByText('纬度应是-90到90之间的数')).toBeTruthy()
  expect(screen.getByText('请把经度也填上')).toBeTruthy()
  expect(document.activeElement).toBe(field('地点名称'))
  expect(here()).toBe(CHOOSE)
})

it('a name and the device are asked for first; address and coordinates are folded until one is there or wrong', async () => {
  const user = await openPage(CHOOSE)
  const more = field('纬度（选填）').closest('details')!
  const follows = (one: Element, other: Element) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows(field('地点名称'), press('用现在的位置'))).toBeTruthy()
  expect(follows(press('用现在的位置'), more)).toBeTruthy()
  expect(more.open).toBe(false)
  await user.type(field('纬度（选填）'), '91')
  await user.click(press('确定'))
  expect(more.open).toBe(true)
})

it('who came by themselves is shown what they chose', async () => {
  const user = await openPage(CHOOSE)
  await user.type(field('地点名称'), '外婆家')
  await user.click(press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe(OPEN))
  expect(screen.getByRole('heading', { name: '外婆家' })).toBeTruthy()
})

it('the device is asked only on a tap, and its coordinates stand in the fields', async () => {
  const asked = geolocation((found) =>
    found({ coords: { latitude: 31.23969249, longitude: 121.4997551 } } as GeolocationPosition),
  )
  const user = await openPage(CHOOSE)
  expect(asked).not.toHaveBeenCalled()
  await user.click(press('用现在的位置'))
  await screen.findByText('已填入现在的坐标，给这里起个名字吧')
  expect([field('纬度（选填）').value, field('经度（选填）').value]).toEqual(['31.239692', '121.499755'])
})

it.each([
  [1, /^没有得到定位的许可/],
  [2, /^现在定不到位置/],
  [3, /^定位用了太久/],
])('a device that does not say where it is: %i', async (code, words) => {
  geolocation((_found, failed) => failed({ code } as GeolocationPositionError))
  const user = await openPage(CHOOSE)
  await user.click(press('用现在的位置'))
  await screen.findByText(words)
})

it('a device that never answers is waited for no longer than a minute', async () => {
  geolocation(() => undefined)
  const user = await openPage(CHOOSE)
  await user.click(press('用现在的位置'))
  await waitFor(() => expect(press('用现在的位置').getAttribute('aria-busy')).toBe('true'))
  act(() => vi.advanceTimersByTime(LOCATE_ANSWER_MS))
  await screen.findByText(/^定位用了太久/)
})

it('a device that cannot be asked says so', async () => {
  const user = await openPage(CHOOSE)
  await user.click(press('用现在的位置'))
  await screen.findByText('这台设备不能定位，请直接填写')
})

const diary = { ...emptyDraft('7', TYPE.diary), content: textContent('<p>风</p>') }

it('a place goes to the diary that has asked for it', async () => {
  keepDraft(diary)
  go('openLocation', BUND)
  const user = await openPage(CHOOSE, { asked: diary.key, name: '家' })
  await user.click(press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe(OPEN))
  expect(here()).toContain(encodeURIComponent('外滩'))
  expect(useDraftStore.getState().draft?.content).toEqual(textContent('<p>风</p>', { name: '家', address: '' }))
})

it('a diary that has not asked is given no place', async () => {
  keepDraft(diary)
  const user = await openPage(CHOOSE, { asked: 'somebody-else', name: '家' })
  await user.click(press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe(OPEN))
  expect(useDraftStore.getState().draft?.content).toEqual(textContent('<p>风</p>'))
})
