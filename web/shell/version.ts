import { APP_VERSION, isNewer } from '#contract/system.ts'
import { call } from '#web/api.ts'
import { inAppStore } from '#web/native.ts'
import { confirm } from '#web/ui/ask.tsx'

const LOOK_AGAIN_AFTER_MS = 3_600_000
/** The version this session has been asked about. */
const ASKED = 'versionAsked'

type World = { upgrade: () => void; left: AbortSignal }

/** Looks now and whenever the page is seen again, at most once an hour and never while it is asking. */
export function watchVersion({ upgrade, left }: World): void {
  let lookedAt = Number.NEGATIVE_INFINITY
  let busy = false
  const look = async () => {
    if (busy || document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_AGAIN_AFTER_MS) return
    busy = true
    lookedAt = Date.now()
    await recommend(upgrade)
    busy = false
  }
  document.addEventListener('visibilitychange', look, { signal: left })
  void look()
}

/** Asks once a session for each version, so that a reload that brings nothing newer does not ask again. */
async function recommend(upgrade: () => void): Promise<void> {
  const newest = await newestVersion()
  if (!newest || !isNewer(newest, APP_VERSION) || sessionStorage.getItem(ASKED) === newest) return
  sessionStorage.setItem(ASKED, newest)
  const yes = await confirm({
    title: '新版本上线了',
    text: '建议升级到最新版本，体验更好',
    ok: '立即升级',
    cancel: '以后再说',
  })
  if (yes) upgrade()
}

/** Our iOS application gets its new version from the store, a browser by loading the pages anew. */
export function upgrade(): void {
  const store: string | undefined = import.meta.env.VITE_IOS_APP_URL
  if (inAppStore() && store) window.open(store, '_blank', 'noopener')
  else window.location.reload()
}

/** A failure is swallowed (specification 8). */
const newestVersion = (): Promise<string | undefined> =>
  call('systemInfo', {})
    .then((rows) => rows[0]?.value)
    .catch(() => undefined)
