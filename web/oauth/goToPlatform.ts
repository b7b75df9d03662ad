import { SIGN_IN_OVER } from '#contract/codes.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import { CallError, call } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

/** Sends the browser to a platform's page; the platform sends it back (`useOauthReturn`). Errors are told here. */
export async function goToPlatform(provider: Provider, purpose: OauthPurpose): Promise<void> {
  try {
    const { url } = await call('oauthUrl', { provider, purpose })
    ownTop(window).location.assign(url)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!SIGN_IN_OVER.includes(error.code)) toast(error.message, { ms: TOAST_ERROR_MS })
  }
}

/** The window around our own desktop frame, since platforms refuse to be framed; a stranger's window is left alone. */
export function ownTop(self: Window): Window {
  try {
    return self.top && self.top.location.origin === self.location.origin ? self.top : self
  } catch {
    return self
  }
}
