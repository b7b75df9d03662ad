import type { Page } from '@playwright/test'

/** Controls of which only the words or the icon can be seen, as `button 换一批 (x, y)`: what could be pressed has no shape. */
export const withoutEdge = (page: Page): Promise<string[]> => page.evaluate(findShapeless)

/** Runs in the page: everything it needs stands inside. */
function findShapeless(): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number]
  const CONTROLS = `a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [contenteditable=true],
    ${['button', 'tab', 'switch', 'checkbox', 'radio', 'slider', 'spinbutton', 'option'].map((role) => `[role=${role}]`)}`
  /** WCAG 1.4.11, for the parts by which a control is recognised. */
  const LEAST_CONTRAST = 3
  /** A frame around a field and its content stands this close. */
  const CLOSE_PX = 16

  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!

  /** A colour as painted, in whatever notation the browser gives it. */
  function colourOf(told: string): Colour {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = told
    pen.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!, alpha! / 255]
  }

  function over([red, green, blue, alpha]: Colour, ground: Colour): Colour {
    const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha)
    return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]
  }

  /** The colour behind an element: of a gradient its last one, of several backgrounds the lowest. */
  function groundOf(element: Element | null): Colour {
    if (!element) return [255, 255, 255, 1]
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const last = backgroundImage.match(/(?:rgba?|color|oklab)\([^)]*\)/g)?.at(-1)
    return over(colourOf(last ?? backgroundColor), groundOf(element.parentElement))
  }

  function lightOf(colour: Colour): number {
    const [red, green, blue] = colour.slice(0, 3).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  function isSeen(told: string, ground: Colour): boolean {
    const [upper, lower] = [lightOf(over(colourOf(told), ground)), lightOf(ground)]
    return (Math.max(upper, lower) + 0.05) / (Math.min(upper, lower) + 0.05) >= LEAST_CONTRAST
  }

  const isLine = (width: string, style: string) =>
    style !== 'none' && style !== 'hidden' && Number.parseFloat(width) >= 1

  /** A ring, and no glow: `rgb(…) 0px 0px 0px 1px inset`. */
  function ringsOf(boxShadow: string): string[] {
    const rings = boxShadow.matchAll(/((?:rgba?|color|oklab)\([^)]*\)) 0px 0px 0px ([\d.]+)px/g)
    return [...rings].filter(([, , width]) => Number(width) >= 1).map(([, colour]) => colour!)
  }

  function isDrawn(style: CSSStyleDeclaration, ground: Colour): boolean {
    const lines = ['top', 'right', 'bottom', 'left']
      .filter((side) =>
        isLine(style.getPropertyValue(`border-${side}-width`), style.getPropertyValue(`border-${side}-style`)),
      )
      .map((side) => style.getPropertyValue(`border-${side}-color`))
    if (isLine(style.outlineWidth, style.outlineStyle)) lines.push(style.outlineColor)
    return [...lines, ...ringsOf(style.boxShadow), style.backgroundColor].some((colour) => isSeen(colour, ground))
  }

  const hasPart = (style: CSSStyleDeclaration) => style.content !== 'none' && style.content !== 'normal'

  function isShaped(element: Element): boolean {
    const ground = groundOf(element.parentElement)
    const parts = [getComputedStyle(element, '::before'), getComputedStyle(element, '::after')].filter(hasPart)
    return [getComputedStyle(element), ...parts].some((style) => isDrawn(style, ground))
  }

  /** The elements so close around a control that their edge is the control's. */
  function framesOf(control: Element): Element[] {
    const { height } = control.getBoundingClientRect()
    const frames: Element[] = []
    for (let at = control.parentElement; at; at = at.parentElement) {
      if (at.getBoundingClientRect().height > height + CLOSE_PX) break
      frames.push(at)
    }
    return frames
  }

  const isWord = (control: Element) => {
    const { display, textDecorationLine } = getComputedStyle(control)
    return display === 'inline' && textDecorationLine.includes('underline')
  }
  const isNative = (control: Element) =>
    control.matches('input:is([type=range], [type=checkbox], [type=radio])') &&
    getComputedStyle(control).appearance === 'auto'

  function isThere(control: Element): boolean {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = control.getBoundingClientRect()
    const { clipPath } = getComputedStyle(control)
    return width > 3 && height > 3 && clipPath === 'none' && !control.closest('[aria-hidden=true]')
  }

  /** The disc on a button, the box in a label: not the dot beside a word. */
  function coresOf(control: Element): Element[] {
    const areaOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width * height
    }
    const least = control.matches('label') ? 0 : areaOf(control) / 3
    return [...control.querySelectorAll('*')].filter((part) => areaOf(part) > least)
  }

  const hasShape = (control: Element) =>
    isWord(control) ||
    [control, ...framesOf(control), ...coresOf(control)].some((part) => isNative(part) || isShaped(part))

  // A colour in the middle of a transition means nothing.
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish()
  const found = [...document.querySelectorAll(CONTROLS)].filter((control) => isThere(control) && !hasShape(control))
  return found.map((control) => {
    const { left, top } = control.getBoundingClientRect()
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 20)
    return `${control.localName} ${name} (${Math.round(left)}, ${Math.round(top)})`
  })
}
