import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import { call, toastError } from '#web/client/api.ts'
import { CallError } from '#web/client/transport.ts'
import { ownTop } from '#web/ui/ownTop.ts'
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

/**
 * The page left behind is replaced: behind the one the person comes back to there is no second one of it. Platforms refuse to
 * be framed, so that it is the window around our own frame.
 */
export function leave(self: Window, url: string): void {
  const top = ownTop(self)
  markTrip(top !== self)
  top.location.replace(url)
}
