import { Copy } from 'lucide-react'
import type { Output } from '#contract/calls.ts'
import { DECIDED } from '#contract/review.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import dialog from '#web/ui/dialog.module.css'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { useQuestion } from './useQuestion.tsx'
import { Waited } from './Waited.tsx'

type Notice = Output<'handNotices'>['notices'][number]

/** A notice by Weibo that no provider takes: copied, sent by hand, and told so here. */
export function NoticeCard({ notice: { id, to, text, created_at } }: { notice: Notice }) {
  const { confirm, question } = useQuestion()
  const send = useDeskSend('handNoticeDone', () => toast(DECIDED))
  const busyWith = send.isPending ? send.variables.done : undefined

  async function giveUp() {
    const options = {
      title: `无法发给 ${to}？`,
      text: '之后不会再列在这里，主人会看到这条通知未能送达。',
      ok: '无法发送',
      danger: true,
    }
    if (await confirm(options)) send.mutate({ notice_id: id, done: 0 })
  }

  return (
    <Card as="article" className={styles.card} aria-labelledby={`notice-${id}`}>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 id={`notice-${id}`} className={styles.title}>{`微博 @${to}`}</h2>
          <span className={styles.label}>{momentText(created_at)}</span>
          <Waited since={created_at} />
        </div>
        <p className={styles.reason}>{text}</p>
        <div className={styles.copies}>
          <CopyButton what="昵称" of={to} text={to} />
          <CopyButton what="内容" of={to} text={text} />
        </div>
      </div>
      <div className={styles.side}>
        <div className={dialog.buttons} data-verdicts="">
          <Button
            kind="secondary"
            label={`给 ${to} 的私信无法发送`}
            busy={busyWith === 0}
            disabled={busyWith === 1}
            onClick={() => void giveUp()}
          >
            无法发送
          </Button>
          <Button
            label={`给 ${to} 的私信已发送`}
            busy={busyWith === 1}
            disabled={busyWith === 0}
            onClick={() => send.mutate({ notice_id: id, done: 1 })}
          >
            已发送
          </Button>
        </div>
      </div>
      {question}
    </Card>
  )
}

type CopyProps = { what: string; of: string; text: string }

const CopyButton = ({ what, of, text }: CopyProps) => (
  <Button kind="quiet" label={`复制${what}：给 ${of} 的私信`} onClick={() => void copy(text)}>
    <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
    {`复制${what}`}
  </Button>
)

/** Pages that came without TLS are not allowed to. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('已复制')
  } catch {
    toast('浏览器不允许复制，请选中文字后手动复制', { ms: 3_000 })
  }
}
