import type { Page } from '@playwright/test'

/** Controls of the upper dialog that cannot be scrolled into the window, or lie under something: as `确定 (x, y)`. */
export const unreachable = (page: Page): Promise<string[]> => page.evaluate(findUnreachable)

/** Runs in the page: everything it needs stands inside. */
function findUnreachable(): string[] {
  /** Differences in a control's height or width that come from rounding. */
  const SLACK_PX = 2
  const CONTROLS = 'button, a[href], input, textarea, select, summary, [role="radio"], [role="switch"], [role="slider"]'
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  if (!dialog) return ['no dialog']
  const { clientWidth, clientHeight } = document.documentElement
  const found: string[] = []
  const tell = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    found.push(`${name.trim().slice(0, 20) || element.tagName} (${Math.round(left)}, ${Math.round(top)})`)
  }
  for (const control of dialog.querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // A control moved out of sight is pressed by its label.
    if (control.closest('[aria-hidden="true"]') || getComputedStyle(control).clipPath !== 'none') continue
    const { width, height } = control.getBoundingClientRect()
    if (width <= 2 || height <= 2) continue
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, right, bottom } = control.getBoundingClientRect()
    const isTall = bottom - top > clientHeight
    const out =
      left < -SLACK_PX ||
      right > clientWidth + SLACK_PX ||
      (!isTall && (top < -SLACK_PX || bottom > clientHeight + SLACK_PX))
    const hit = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, clientHeight - 2))
    if (out || !hit || !(control.contains(hit) || hit.contains(control))) tell(control)
  }
  return found
}
