import { hasCoordinates, type Place } from '#contract/place.ts'
import { confirm } from '#web/ui/ask.tsx'

/** Asks, since a map is told the place; then leaves it to the map application of this device. */
export async function openMap(place: Place): Promise<void> {
  const sure = await confirm({
    title: '在地图中打开？',
    text: `将离开时光胶囊，并把这里的${told(place)}告诉${mapName()}。`,
    ok: '打开地图',
  })
  if (sure) follow(mapUrl(place))
}

const told = (place: Place): string =>
  [hasCoordinates(place) ? '坐标' : place.address && '地址', place.name && '名称'].filter(Boolean).join('和')

/** As a tap on a plain link: a page of a map in a window of its own that knows nothing of ours, an application beside it. */
function follow(url: string): void {
  const isPage = url.startsWith('https:')
  const link = Object.assign(document.createElement('a'), { href: url, rel: 'noopener noreferrer' })
  if (isPage) link.target = '_blank'
  document.body.append(link)
  link.click()
  link.remove()
}

const isAndroid = (): boolean => /Android/i.test(navigator.userAgent)
const isApple = (): boolean => /iPhone|iPad|iPod|Macintosh/i.test(navigator.userAgent)

function mapName(): string {
  if (isAndroid()) return '手机上的地图应用'
  return isApple() ? '苹果地图' : '高德地图的网页'
}

/** Where this device shows a place. Coordinates are WGS 84, which each of them takes. */
function mapUrl(place: Place): string {
  if (isAndroid()) return geoUrl(place)
  return isApple() ? appleUrl(place) : amapUrl(place)
}

const words = ({ name, address }: Place): string => [address, name].filter(Boolean).join(' ')

function geoUrl(place: Place): string {
  if (!hasCoordinates(place)) return `geo:0,0?q=${encodeURIComponent(words(place))}`
  const at = `${place.latitude},${place.longitude}`
  // Parentheses would end the name.
  const label = place.name.replace(/[()]/g, ' ').trim()
  return `geo:${at}?q=${at}${label && `(${encodeURIComponent(label)})`}`
}

function appleUrl(place: Place): string {
  if (!hasCoordinates(place)) return `https://maps.apple.com/?${new URLSearchParams({ q: words(place) })}`
  const ll = `${place.latitude},${place.longitude}`
  return `https://maps.apple.com/?${new URLSearchParams({ ll, q: place.name || ll })}`
}

function amapUrl(place: Place): string {
  if (!hasCoordinates(place)) return `https://uri.amap.com/search?${new URLSearchParams({ keyword: words(place) })}`
  const position = `${place.longitude},${place.latitude}`
  const query = new URLSearchParams({ position, ...(place.name && { name: place.name }), coordinate: 'wgs84' })
  return `https://uri.amap.com/marker?${query}`
}
