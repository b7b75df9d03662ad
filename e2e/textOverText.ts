import type { Page } from '@playwright/test'

/** Pairs of texts that are printed over one another, as `下 × 上 (x, y)`; one that lies under an opaque surface is not seen. */
export const textOverText = (page: Page): Promise<string[]> => page.evaluate(findCrossings)

/** Runs in the page: everything it needs stands inside. */
function findCrossings(): string[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  type Line = Box & { text: string; element: Element }
  /** Lines of one text touch by a hair, and glyphs are smaller than their boxes. */
  const SLACK_PX = 3
  const FIELD = '[aria-label="公开的胶囊"]'

  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isSome = (box: Box) => box.right - box.left > SLACK_PX && box.bottom - box.top > SLACK_PX

  function clipOf(element: Element): Box {
    let clip: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      if (overflowX !== 'visible' || overflowY !== 'visible') clip = meet(clip, at.getBoundingClientRect())
      if (position === 'fixed') break
    }
    return clip
  }

  function linesOf(node: Text): Line[] {
    const element = node.parentElement
    const text = node.data.trim()
    if (!element || text === '' || element.closest('script, style, noscript, option, datalist')) return []
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    const clip = clipOf(element)
    return [...range.getClientRects()]
      .map((rect) => ({ ...meet(rect, clip), text: text.slice(0, 20), element }))
      .filter(isSome)
  }

  /** A text field's own words are in no text node. */
  function fieldLine(field: HTMLInputElement | HTMLTextAreaElement): Line[] {
    const text = field.value || field.placeholder
    if (!text || /checkbox|radio|range|hidden|file|color/.test(field.type)) return []
    if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const { left, top, right, bottom } = field.getBoundingClientRect()
    const { paddingTop, paddingLeft, paddingRight, paddingBottom } = getComputedStyle(field)
    const inner = {
      left: left + Number.parseFloat(paddingLeft),
      top: top + Number.parseFloat(paddingTop),
      right: right - Number.parseFloat(paddingRight),
      bottom: bottom - Number.parseFloat(paddingBottom),
    }
    return [{ ...meet(inner, clipOf(field)), text: text.slice(0, 20), element: field }].filter(isSome)
  }

  /** `rgb(…)`, `rgba(…, a)` or `color(… / a)`, as browsers tell a colour. */
  function alphaOf(colour: string): number {
    const alpha = /\/\s*([\d.]+)\)$/.exec(colour)?.[1] ?? /^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1]
    return alpha === undefined ? 1 : Number(alpha)
  }

  function isOpaque(element: Element): boolean {
    if (Number(getComputedStyle(element).opacity) < 0.9) return false
    return element.matches('img, video') || hides(getComputedStyle(element)) || hasOpaqueBack(element)
  }

  /** Frosted glass hides what is behind it as well. */
  const hides = ({ backgroundColor, backgroundImage, backdropFilter }: CSSStyleDeclaration): boolean =>
    backgroundImage.includes('url(') || alphaOf(backgroundColor) > (backdropFilter.includes('blur') ? 0.7 : 0.9)

  /** A surface that is drawn behind the whole of it, and perhaps beyond. */
  function hasOpaqueBack(element: Element): boolean {
    const back = getComputedStyle(element, '::before')
    const sides = [back.top, back.right, back.bottom, back.left].map(Number.parseFloat)
    return back.content !== 'none' && back.position === 'absolute' && sides.every((side) => side <= 0) && hides(back)
  }

  /** Whether both can be read at the middle of where they cross. */
  function bothSeen(a: Line, b: Line): boolean {
    const { left, top, right, bottom } = meet(a, b)
    const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    const places = [stack.indexOf(a.element), stack.indexOf(b.element)].sort((one, other) => one - other)
    const [upper, lower] = places as [number, number]
    // An element that is not found at that point is clipped in a way that is not computed here.
    if (upper < 0) return false
    return !stack.slice(upper, lower).some(isOpaque)
  }

  const all = document.createElement('style')
  // Every element is found at a point, also those that let the finger through.
  all.textContent = '* { pointer-events: auto !important }'
  document.head.append(all)
  const inert = [...document.querySelectorAll('[inert]')]
  for (const part of inert) part.removeAttribute('inert')
  try {
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) lines.push(...linesOf(walker.currentNode as Text))
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      lines.push(...fieldLine(field))
    const found = new Set<string>()
    lines.forEach((a, index) => {
      for (const b of lines.slice(index + 1)) {
        if (a.element === b.element || !isSome(meet(a, b)) || !bothSeen(a, b)) continue
        // Capsules of the field turn before and behind one another: that is its depth.
        if (a.element.closest(FIELD) && b.element.closest(FIELD)) continue
        const { left, top } = meet(a, b)
        found.add(`${a.text} × ${b.text} (${Math.round(left)}, ${Math.round(top)})`)
      }
    })
    return [...found]
  } finally {
    all.remove()
    for (const part of inert) part.setAttribute('inert', '')
  }
}
