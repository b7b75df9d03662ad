import { actOf, type Shortcut } from '#web/ui/shortcut.ts'

/** With ⌘ or Ctrl; these belong to us even where something is typed. */
const WITH_MOD: Record<string, Shortcut> = { s: 'save', Enter: 'main' }
/** The full-width mark too: a person who types Chinese need not switch the input method. */
const HELP: readonly string[] = ['?', '？']

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const TYPED_IN =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"]'

/** Looks at a key before anything on the page does, since an editor takes some of them for itself. */
export function pressed(event: KeyboardEvent, help: () => void): void {
  // While a word is being composed its keys are the input method's.
  if (event.isComposing || event.altKey) return
  if (event.ctrlKey || event.metaKey) withMod(event)
  else if (event.key === 'Escape') leadOut(event)
  else plain(event, help)
}

function withMod(event: KeyboardEvent): void {
  const name = WITH_MOD[event.key]
  const act = name && actOf(name)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat && !popupIsOpen()) act()
}

/** A popup closes itself; out of a field the key leads first, and then off the page, which asks where words would be lost. */
function leadOut(event: KeyboardEvent): void {
  if (event.repeat || popupIsOpen() || document.fullscreenElement) return
  const field = fieldOf(event)
  // Later, since another listener may have a use for the key.
  setTimeout(() => {
    // The editor claims every Escape, and does nothing with it.
    if (event.defaultPrevented && !field?.matches('[contenteditable]')) return
    if (field) field.blur()
    else actOf('back')?.()
  })
}

function plain(event: KeyboardEvent, help: () => void): void {
  if (event.repeat || fieldOf(event) || popupIsOpen()) return
  const act = HELP.includes(event.key) ? help : event.key === '/' ? actOf('search') : undefined
  if (!act) return
  event.preventDefault()
  act()
}

const popupIsOpen = (): boolean => document.querySelector(POPUP) !== null

const fieldOf = ({ target }: KeyboardEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(TYPED_IN) : null
