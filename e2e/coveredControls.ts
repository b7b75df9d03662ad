import type { Page } from '@playwright/test'

/** Everything that can be tapped. Capsules on the sphere are left out: they lie before one another and turn to the front. */
const CONTROLS = 'a[href], button, input, textarea, select, [role="switch"], [contenteditable="true"]'
const SPHERE = '[aria-label="公开的胶囊"] *'

/** The controls that something else lies over even where they are scrolled to the middle: a finger that is put there meets that. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ controls, sphere }) => {
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 20) ?? ''}`
      const isThere = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        const { pointerEvents } = getComputedStyle(element)
        const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        return seen && width > 4 && height > 4 && pointerEvents !== 'none' && !element.closest('[inert], [disabled]')
      }
      const before = scrollY
      const covered = [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
        if (!isThere(control) || control.matches(sphere)) return []
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { left, top, right, bottom } = control.getBoundingClientRect()
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
        const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
        // Nothing outside the window is covered; that it is there at all is another question (expectInside).
        const met = document.elementFromPoint(x, y)
        const own = control.closest('label') ?? control
        return !met || own.contains(met) ? [] : [`${nameOf(control)}: ${nameOf(met)}`]
      })
      scrollTo({ top: before, behavior: 'instant' })
      return covered
    },
    { controls: CONTROLS, sphere: SPHERE },
  )
