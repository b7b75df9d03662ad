import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { maskTel } from '#contract/tel.ts'
import { useUser } from '#web/client/api.ts'
import styles from './Seal.module.css'

type Props = { tel: string | undefined; onChange: (tel: string) => void }

/** One tap makes one's own bound number the contact; another brings back what stood there. */
export function Myself({ tel = '', onChange }: Props) {
  const own = useUser().data?.user.tel
  const [before, setBefore] = useState('')
  if (own === undefined) return null
  if (!own) return <p className="muted">你还没有绑定手机号，想通知自己的话，可以直接填写。</p>
  const chosen = tel === own
  const toggle = () => {
    setBefore(chosen ? '' : tel)
    onChange(chosen ? before : own)
  }
  return (
    <button type="button" className={styles.myself} aria-pressed={chosen} onClick={toggle}>
      {chosen ? <Check aria-hidden strokeWidth={1.75} /> : <Plus aria-hidden strokeWidth={1.75} />}
      通知我自己
      <small>{maskTel(own)}</small>
    </button>
  )
}
