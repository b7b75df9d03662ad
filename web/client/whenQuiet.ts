/** However busy a page is – its field turns –, at some time its person will go on. */
const AT_LAST_MS = 10_000

/** Comes once the browser has nothing else to do; at once where it does not tell (Safari). */
export const whenQuiet = (): Promise<void> =>
  new Promise((quiet) => {
    if (!window.requestIdleCallback) return quiet()
    window.requestIdleCallback(() => quiet(), { timeout: AT_LAST_MS })
  })
