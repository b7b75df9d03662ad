import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const OPEN = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** The line of a telephone, which can be cut and mended. */
export function lineOf(context: BrowserContext) {
  const told: CDPSession[] = []
  return {
    cut: () => context.setOffline(true),
    /**
     * A browser may cut the line of a new page and not tell the page (Chromium 147): tells it. After the page has come,
     * since a page of another site is told anew.
     */
    async tell(tab: Page) {
      const wire = await context.newCDPSession(tab)
      await wire.send('Network.enable')
      await wire.send('Network.emulateNetworkConditions', { ...OPEN, offline: true })
      told.push(wire)
    },
    async mend() {
      await context.setOffline(false)
      for (const wire of told.splice(0)) {
        // The tab may be closed already.
        await wire.send('Network.emulateNetworkConditions', { ...OPEN, offline: false }).catch(() => undefined)
      }
    },
  }
}
