import type { Page } from '@playwright/test'

/** Words of which a part cannot be seen or scrolled to, and short buttons that broke in two: as `胶囊宇宙 (x, y)`. */
export const cutWords = (page: Page): Promise<string[]> => page.evaluate(findCut)

/** Runs in the page: everything it needs stands inside. */
function findCut(): string[] {
  /** Glyphs are smaller than their boxes. */
  const SLACK_PX = 3
  /** A button with so few words has one line. */
  const SHORT = 6

  type Box = { left: number; top: number; right: number; bottom: number }
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'

  /** Words shortened on purpose end in dots. */
  const isShortened = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none'

  /** The box beyond which nothing can be reached; undefined where words may be shortened, or are moved out of sight. */
  function roomOf(element: Element): Box | undefined {
    // A telephone widens `innerWidth` when something stands out of the window, so `clientWidth` is used.
    const { clientWidth } = document.documentElement
    const room: Box = { left: 0, top: Number.NEGATIVE_INFINITY, right: clientWidth, bottom: Number.POSITIVE_INFINITY }
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (isShortened(style) || style.clipPath !== 'none') return undefined
      const { left, top, right, bottom } = at.getBoundingClientRect()
      if (!cuts(style.overflowX) && style.overflowX !== 'visible') [room.left, room.right] = [-1e6, 1e6]
      if (cuts(style.overflowX)) [room.left, room.right] = [Math.max(room.left, left), Math.min(room.right, right)]
      if (cuts(style.overflowY)) [room.top, room.bottom] = [Math.max(room.top, top), Math.min(room.bottom, bottom)]
      if (!cuts(style.overflowY) && style.overflowY !== 'visible') [room.top, room.bottom] = [-1e6, 1e6]
    }
    return room
  }

  function isCut(node: Text, element: Element): boolean {
    const room = roomOf(element)
    if (!room) return false
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].some((line) => isPartlyIn(line, room))
  }

  /** A line that lies outside as a whole does not count: it is another page of something turned by hand. */
  function isPartlyIn({ left, top, right, bottom }: Box, room: Box): boolean {
    if (right <= room.left || left >= room.right || bottom <= room.top || top >= room.bottom) return false
    const over = Math.max(room.left - left, right - room.right, room.top - top, bottom - room.bottom)
    return over > SLACK_PX
  }

  function isBroken(node: Text, element: Element): boolean {
    const control = element.closest('button, a')
    if (!control || control.textContent.trim().length > SHORT) return false
    const range = document.createRange()
    range.selectNodeContents(node)
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
    return new Set(tops).size > 1
  }

  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const element = node.parentElement!
    if (node.data.trim() === '' || element.closest('script, style, noscript, [aria-hidden="true"]')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (!isCut(node, element) && !isBroken(node, element)) continue
    const { left, top } = element.getBoundingClientRect()
    found.push(`${node.data.trim().slice(0, 20)} (${Math.round(left)}, ${Math.round(top)})`)
  }
  return found
}
