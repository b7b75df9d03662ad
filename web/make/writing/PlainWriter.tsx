import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { SEAL_EMPTY } from '#contract/draft.ts'
import { addressOf } from '#contract/pages.ts'
import { whyNotAfford } from '#contract/wallet.ts'
import { useUser } from '#web/client/api.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import { rememberRoute } from '#web/client/session.ts'
import { device } from '#web/client/storage/storage.ts'
import { isDraftStored, NOBODY } from '#web/draft/current/draft.ts'
import type { KeepingNow } from '#web/draft/editor/useAutosave.tsx'
import { Button } from '#web/ui/Button.tsx'
import { go, history, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './Editor.module.css'
import { Paper } from './Paper.tsx'
import { Today } from './Today.tsx'
import { useText, type Written } from './useText.ts'
import { useTextEditor } from './useTextEditor.ts'

const WelcomeGift = lazy(() =>
  import('#web/shop/gift/WelcomeGift.tsx').then((loaded) => ({ default: loaded.WelcomeGift })),
)

/** Where a text is written before or after one has signed in, and sealed from. */
export function PlainWriter({ title, ...written }: Written & { title: string }) {
  const text = useText(written)
  const { busy, over, question, seal, leaveToAdd } = useTextEditor(text)
  const isNobodys = written.draft.owner === NOBODY
  const gift = useGiftFirst(seal)
  useSealOnArrival(isNobodys ? undefined : gift.begin)

  function complete() {
    if (!isNobodys) return gift.begin()
    const wrong = text.whyNot(SEAL_EMPTY)
    if (wrong) toast(wrong)
    else leaveToAdd(register)
  }

  useShortcut('main', over || busy !== undefined ? undefined : complete)

  return (
    <Page
      title={title}
      back
      right={
        <Button kind="quiet" busy={busy !== undefined} disabled={over} onClick={complete}>
          完成封存
        </Button>
      }
    >
      <Paper
        text={text}
        still={over || busy !== undefined}
        head={
          <>
            <Today />
            {isNobodys && <WhereItIs keeping={text.keeping} />}
          </>
        }
      />
      {question}
      {gift.dialog}
    </Page>
  )
}

function WhereItIs({ keeping }: { keeping: KeepingNow }) {
  const now = useSyncExternalStore(keeping.subscribe, keeping.now) ?? (device.isThere() ? 'kept' : 'refused')
  return (
    <p className={styles.aside}>不用登录就能写，{now === 'refused' ? LOST_WITH_PAGE : '内容只保存在这台设备上'}。</p>
  )
}

/** Leads a stranger to 注册, which says that the letter is kept, and from there back here to be sealed. */
function register() {
  rememberRoute(addressOf('editor', { sealing: '1' }))
  const isKept = isDraftStored()
  if (!isKept) toast(`注册后就能封存。${LOST_WITH_PAGE}`)
  go('login', { flag: '0', sealing: isKept ? '1' : undefined })
}

/** A person who has just signed in to seal their text goes on with that, once: one who comes back later is here to write. */
function useSealOnArrival(seal: (() => void) | undefined): void {
  const { sealing } = useQueryString()
  const arrived = sealing !== undefined && seal !== undefined
  const goOn = useEffectEvent(() => seal?.())
  useEffect(() => {
    if (!arrived) return
    history.replace(addressOf('editor'), undefined, { ignoreBlocker: true })
    // Replacing and going on in one moment would make one entry.
    history.flush()
    goOn()
  }, [arrived])
}

/** Newcomers hold nothing until they have taken the gift that everybody is given: it comes first. */
function useGiftFirst(seal: () => void) {
  const user = useUser().data?.user
  const [open, setOpen] = useState(false)

  function begin() {
    if (user?.is_first === 1 && whyNotAfford(user, 'time')) setOpen(true)
    else seal()
  }

  function close() {
    setOpen(false)
    seal()
  }

  const dialog = open && (
    <Suspense>
      <WelcomeGift open onClose={close} />
    </Suspense>
  )
  return { begin, dialog }
}
