import { APP_VERSION, isNewer } from '#contract/system.ts'
import { inAppStore } from '#web/client/native.ts'
import { tab } from '#web/client/storage/storage.ts'
import { askAbout, type System, systemOf } from '#web/client/system.ts'
import { confirm } from '#web/ui/ask.tsx'
import { deviceNow } from '#web/ui/clock.ts'

const LOOK_AGAIN_AFTER_MS = 3_600_000
const BRING_WITHIN_MS = 20_000
/** The version this session has been asked about. */
const ASKED = 'versionAsked'

type World = { upgrade: (store?: string) => void; left: AbortSignal }

/** Looks now and whenever the page is seen again, at most once an hour and never while it is asking. */
export function watchVersion({ upgrade, left }: World): void {
  let lookedAt = Number.NEGATIVE_INFINITY
  let busy = false
  const look = async () => {
    if (busy || document.visibilityState !== 'visible' || deviceNow() - lookedAt < LOOK_AGAIN_AFTER_MS) return
    busy = true
    lookedAt = deviceNow()
    await recommend(upgrade)
    busy = false
  }
  document.addEventListener('visibilitychange', look, { signal: left })
  void look()
}

/** Asks once a session for each version, so that a reload that brings nothing newer does not ask again. */
async function recommend(upgrade: World['upgrade']): Promise<void> {
  const { version: newest, iosApp } = await system()
  if (!newest || !isNewer(newest, APP_VERSION) || tab.getItem(ASKED) === newest) return
  tab.setItem(ASKED, newest)
  const yes = await confirm({
    title: '新版本上线了',
    text: '建议升级到最新版本，体验更好',
    ok: '立即升级',
    cancel: '以后再说',
  })
  if (yes) upgrade(iosApp)
}

/** Our iOS application gets its new version from the store, a browser by loading the pages anew. */
export function upgrade(store?: string): void {
  if (inAppStore() && store) window.open(store, '_blank', 'noopener')
  else if ('serviceWorker' in navigator) void newShell().finally(() => window.location.reload())
  else window.location.reload()
}

/** Where the shell is kept on the device: the newer one is brought, and takes over from the one that is shown. */
async function newShell(): Promise<void> {
  const kept = await navigator.serviceWorker.getRegistration()
  if (!kept) return
  await kept.update().catch(() => undefined)
  const next = kept.installing ?? kept.waiting
  if (!next) return
  await inTime((done) => {
    const look = () => {
      if (next.state === 'installed') next.postMessage('take over')
      if (next.state === 'activated') done()
    }
    next.addEventListener('statechange', look)
    look()
  })
}

/** Waits until `start` says it is done, and no longer than a person would. */
function inTime(start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, BRING_WITHIN_MS)
    start(resolve)
  })
}

/** A failure is swallowed (specification 8). */
const system = (): Promise<System> =>
  askAbout({ noRetry: true })
    .then(systemOf)
    .catch(() => ({ providers: [] }))
