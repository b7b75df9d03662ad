/** Under the bar of pages (`--bar`), where a toast lies over nothing that it speaks of. */
const UNDER_BAR_PX = 52 + 8
/** Parts of the visible height above the keyboard, to try after that. */
const BELOW = [0.38, 0.62] as const
/** The tallest toast, with some air. */
const TOAST_PX = 96

/** Where a toast covers neither the keyboard nor the field that is being typed in: pixels from the top of the page's frame. */
export function freeTop(): number {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  const typing = document.activeElement?.matches('input, textarea, [contenteditable="true"]')
  const field = typing ? document.activeElement?.getBoundingClientRect() : undefined
  const tops = [UNDER_BAR_PX, ...BELOW.map((part) => height * part)].map((top) => offsetTop + top)
  const isFree = (top: number) => !field || field.bottom < top || field.top > top + TOAST_PX
  return Math.round(tops.find(isFree) ?? tops[0]!)
}
