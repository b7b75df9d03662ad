import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type MouseEvent, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { href } from '#contract/pages.ts'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { useCall, useSend, useUser } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Loaded } from '#web/ui/Loaded.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './AgreeAgain.module.css'

type Agreement = 0 | 1

/**
 * The agreements have changed since the person agreed to them: there is 同意, and 退出登录, or the account is closed. Both
 * agreements can be read in the dialog itself, so that nobody has to leave a text they are writing.
 */
export function AgreeAgain() {
  const { data, dataUpdatedAt } = useUser()
  const [leaving, setLeaving] = useState(false)
  const [reading, setReading] = useState<Agreement>()
  // An older answer is not enough: the person may have agreed on another device. The question before leaving stands alone.
  if (dataUpdatedAt === 0 || data?.user.agreed !== 0 || leaving) return null

  async function leave() {
    setLeaving(true)
    // The code of signing out lies with the settings, and few ever press this.
    const loaded = await import('#web/people/account/signOut.ts').catch(() => undefined)
    if (loaded) await loaded.signOut()
    else toast(TEXT.offline)
    setLeaving(false)
  }
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={`${dialog.card} ${reading === undefined ? '' : styles.reading}`}>
          {reading === undefined ? (
            <Question onRead={setReading} onLeave={() => void leave()} />
          ) : (
            <Reading type={reading} onBack={() => setReading(undefined)} />
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type QuestionProps = { onRead: (type: Agreement) => void; onLeave: () => void }

function Question({ onRead, onLeave }: QuestionProps) {
  // The person agrees to the version that the server shows, whatever version these pages came with.
  const shown = useAgreement(AGREEMENT.terms)
  const { refetch } = useUser()
  const agree = useSend('agree', { onSuccess: () => refetch() })

  async function submit() {
    const { data } = shown.data ? shown : await shown.refetch()
    if (data) agree.mutate({ agreement_version: data.agreement.version }, { onError: () => void shown.refetch() })
  }
  return (
    <>
      <AlertDialog.Title className={dialog.title}>协议更新</AlertDialog.Title>
      <AlertDialog.Description className={dialog.text}>
        我们更新了下面的协议，请阅读并同意后继续使用。
      </AlertDialog.Description>
      <p className={styles.links}>
        {Object.values(AGREEMENT).map((type) => (
          <a
            key={type}
            href={href('userProtocol', { type: String(type) })}
            onClick={(event) => read(event, type, onRead)}
          >
            《{AGREEMENT_NAME[type]}》
          </a>
        ))}
      </p>
      <div className={dialog.buttons}>
        <Button kind="secondary" onClick={onLeave}>
          退出登录
        </Button>
        <Button busy={agree.isPending || shown.isFetching} onClick={() => void submit()}>
          同意
        </Button>
      </div>
      {/* In a tab of its own: what is being written here is not left by it. */}
      <a className={styles.close} href={href('cancelAccount')} target="_blank" rel="noreferrer">
        不同意，注销账号
      </a>
    </>
  )
}

/** Here, unless it is wanted in a tab of its own. */
function read(event: MouseEvent, type: Agreement, onRead: QuestionProps['onRead']): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onRead(type)
}

function Reading({ type, onBack }: { type: Agreement; onBack: () => void }) {
  return (
    <>
      <AlertDialog.Title className={dialog.title}>{AGREEMENT_NAME[type]}</AlertDialog.Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well */}
      <section className={styles.text} aria-label={AGREEMENT_NAME[type]} tabIndex={0}>
        <Loaded query={useAgreement(type)} skeleton={<Skeletons count={4} height={24} />}>
          {({ agreement }) => (
            <>
              <p className="muted">版本 {agreement.version}</p>
              <RichText html={agreement.content} />
            </>
          )}
        </Loaded>
      </section>
      <Button kind="secondary" block onClick={onBack}>
        返回
      </Button>
    </>
  )
}

const useAgreement = (type: Agreement) => useCall('userArgument', { type }, { refetchOnWindowFocus: false })
