/** The 22 presets of the text colour (specification 2), each readable on light and on dark paper. */
export const TEXT_COLOURS = [
  { name: '墨灰', value: '#77757f' },
  { name: '石灰', value: '#8a8794' },
  { name: '褐色', value: '#9a7350' },
  { name: '赭石', value: '#a86e3d' },
  { name: '朱红', value: '#d9482b' },
  { name: '正红', value: '#d83a4a' },
  { name: '胭脂', value: '#c94f6d' },
  { name: '玫红', value: '#d6458b' },
  { name: '桃粉', value: '#d9689a' },
  { name: '丁香', value: '#a86bc4' },
  { name: '紫罗兰', value: '#8b63d6' },
  { name: '靛蓝', value: '#6a6fd8' },
  { name: '宝蓝', value: '#4a74d9' },
  { name: '天蓝', value: '#3b86c9' },
  { name: '湖蓝', value: '#2f8fa8' },
  { name: '青色', value: '#2d9187' },
  { name: '翠绿', value: '#2f9463' },
  { name: '草绿', value: '#5a9440' },
  { name: '橄榄', value: '#83893a' },
  { name: '琥珀', value: '#b07d1e' },
  { name: '橙色', value: '#c96f1a' },
  { name: '淡墨', value: 'rgba(128, 126, 138, 0.85)' },
] as const

/** Pasted colours made for white paper vanish on dark paper, so text from elsewhere leaves its colours behind. */
export function withoutColours(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll<HTMLElement>('[style], [color]')) {
    element.style.removeProperty('color')
    element.removeAttribute('color')
  }
  return page.body.innerHTML
}
