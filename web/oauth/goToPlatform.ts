import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import { call, toastError } from '#web/api.ts'
import { CallError } from '#web/transport.ts'
import { markTrip } from './framedTrip.ts'

/** Sends the browser to a platform's page; the platform sends it back (`useOauthReturn`). Errors are told here. */
export async function goToPlatform(provider: Provider, purpose: OauthPurpose): Promise<void> {
  try {
    const { url } = await call('oauthUrl', { provider, purpose })
    leave(window, url)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toastError(error)
  }
}

/** The page left behind is replaced: behind the one the person comes back to there is no second one of it. */
export function leave(self: Window, url: string): void {
  const top = ownTop(self)
  markTrip(top !== self)
  top.location.replace(url)
}

/** The window around our own desktop frame, since platforms refuse to be framed; a stranger's window is left alone. */
export function ownTop(self: Window): Window {
  try {
    return self.top && self.top.location.origin === self.location.origin ? self.top : self
  } catch {
    return self
  }
}
