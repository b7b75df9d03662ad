/** The 22 presets of the text colour (specification 2), each AA on light paper; dark paper lifts them a little. */
export const TEXT_COLOURS = [
  { name: '墨灰', value: '#727079' },
  { name: '石灰', value: '#5d5a66' },
  { name: '褐色', value: '#8e6a4a' },
  { name: '赭石', value: '#9a6538' },
  { name: '朱红', value: '#c94328' },
  { name: '正红', value: '#ce3747' },
  { name: '胭脂', value: '#bc4a66' },
  { name: '玫红', value: '#c23e7e' },
  { name: '桃粉', value: '#ad537a' },
  { name: '丁香', value: '#905ca9' },
  { name: '紫罗兰', value: '#815cc7' },
  { name: '靛蓝', value: '#6267c8' },
  { name: '宝蓝', value: '#456ccb' },
  { name: '天蓝', value: '#3375af' },
  { name: '湖蓝', value: '#287a90' },
  { name: '青色', value: '#277d75' },
  { name: '翠绿', value: '#287f55' },
  { name: '草绿', value: '#4c7d36' },
  { name: '橄榄', value: '#707532' },
  { name: '琥珀', value: '#946919' },
  { name: '橙色', value: '#a95d16' },
  { name: '淡墨', value: 'rgba(90, 88, 102, 0.85)' },
] as const

/** Whether two ways of writing a colour mean the same; the browser answers `rgb()` for a colour set as hex. */
export const sameColour = (one: string | undefined, other: string): boolean =>
  one !== undefined && plainColour(one) === plainColour(other)

function plainColour(colour: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  const text = hex ? `rgb(${hex.slice(1).map((part) => Number.parseInt(part, 16))})` : colour
  return text.replace(/\s/g, '').toLowerCase()
}

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const RGBA = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,([01]|[01]?\.\d+))?\)$/i
const CHANNEL_MAX = 255
/** Finer than any eye. */
const OPACITY_DIGITS = 2

/** The colour that was typed, as CSS writes it; undefined when it is none. Full-width signs mean what they look like. */
export function readColour(typed: string): string | undefined {
  const text = typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  const hex = HEX.exec(text)
  if (hex) return `#${hex[1]}`
  const parts = RGBA.exec(text)?.slice(1).filter(Boolean).map(Number)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0, opacity = 1] = parts
  if (Math.max(red, green, blue) > CHANNEL_MAX || opacity > 1) return undefined
  return `rgba(${red}, ${green}, ${blue}, ${Number(opacity.toFixed(OPACITY_DIGITS))})`
}
