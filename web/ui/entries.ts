// The entries of this tab's history. Each page has one, made by the router. Each sheet or dialog that stands over a page has
// one more, on top of the page's, of which the router never hears: the way back leads from it to the page and closes the sheet,
// and any other closing takes the entry back. These entries are taken back before the router goes anywhere, so that pages lie
// next to one another.

/** Our part of an entry's state, beside the router's own. */
type HistoryState = { depth?: number; sheets?: number } | null
/** An open sheet or dialog: how it is closed, and over which page it stands. */
export type Sheet = { close: () => void; page?: string }

/** No browser takes so long to go back by an entry: something kept it from that, perhaps a download. */
const LOST_AFTER_MS = 3_000

const { history } = window
const push = history.pushState.bind(history)
const replace = history.replaceState.bind(history)

/** Open sheets, the lowest first; also those over the page that is being left, until the next one has loaded. */
export const standing = new Set<Sheet>()
/** Steps of the router that wait until the sheets' entries are taken back. */
const waiting: (() => void)[] = []
/** Until then the browser is on its way to another entry. */
let lostAt = 0
let here = entry()

/** How many pages lie beneath this one in the history of this tab. */
export const depth = (): number => entry().depth

/** Goes back or on by the history, once no sheet's entry lies above the page. */
export function leaveBy(step: () => void): void {
  afterSheets(() => {
    setOut()
    step()
  })
}

/** The open sheets of this page, the lowest first. */
export const overThisPage = (): Sheet[] => [...standing].filter(({ page = entry().page }) => page === entry().page)

function afterSheets(step: () => void) {
  waiting.push(step)
  settle()
}

/** Brings the history to where it should be: back by what has closed, on by what waits or has opened. */
export function settle(): void {
  if (isOnTheWay()) return
  const by = (waiting.length > 0 ? 0 : overThisPage().length) - entry().sheets
  if (by < 0) {
    setOut()
    history.go(by)
    return
  }
  for (const step of waiting.splice(0)) step()
  if (isOnTheWay()) return
  const { page } = entry()
  for (const sheet of standing) sheet.page ??= page
  while (entry().sheets < overThisPage().length) push({ ...history.state, sheets: entry().sheets + 1 }, '')
  here = entry()
}

/** Sets out for another entry. A way that is lost is gone once more: a step that waits for it must not wait for ever. */
function setOut() {
  lostAt = performance.now() + LOST_AFTER_MS
  // A timer may ring a moment early.
  setTimeout(settle, LOST_AFTER_MS + 10)
}

function isOnTheWay() {
  return performance.now() < lostAt
}

/** Before the router's own listener, which is not told of ways between a page and its sheets. */
function arrive(event: PopStateEvent) {
  const before = here
  here = entry()
  lostAt = 0
  if (here.page === before.page && here.sheets + before.sheets > 0) {
    event.stopImmediatePropagation()
    const gone = waiting.length > 0 ? [] : overThisPage().slice(here.sheets)
    // A sheet that has opened on the way has no entry yet that it could have lost.
    for (const sheet of gone.filter(({ page }) => page)) {
      standing.delete(sheet)
      sheet.close()
    }
  }
  settle()
}

window.addEventListener('popstate', arrive, true)
history.pushState = write(push, 1)
history.replaceState = write(replace, 0)

// A reload closes all sheets.
settle()

function write(by: typeof push, deeper: number): typeof push {
  return (next: HistoryState, unused, url) =>
    afterSheets(() => by(next && { ...next, depth: depth() + deeper }, unused, url))
}

function entry() {
  const { depth = 0, sheets = 0 } = (history.state ?? {}) as NonNullable<HistoryState>
  return { depth, sheets, page: depth + window.location.hash.split('?')[0]! }
}
