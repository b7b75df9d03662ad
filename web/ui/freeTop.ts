/** Heights to try in the visible part above the keyboard: the centre third first, then above it, then below. */
const PLACES = [0.38, 0.16, 0.62] as const
/** The tallest toast, with some air. */
const TOAST_PX = 96

/** Where a toast covers neither the keyboard nor the field that is being typed in: pixels from the top of the page's frame. */
export function freeTop(): number {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  const typing = document.activeElement?.matches('input, textarea, [contenteditable="true"]')
  const field = typing ? document.activeElement?.getBoundingClientRect() : undefined
  const tops = PLACES.map((place) => offsetTop + height * place)
  const isFree = (top: number) => !field || field.bottom < top || field.top > top + TOAST_PX
  return Math.round(tops.find(isFree) ?? tops[0]!)
}
