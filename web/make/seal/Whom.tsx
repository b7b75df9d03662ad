import { useState } from 'react'
import { RECEIVER_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { To } from '#contract/receiver.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import rows from '#web/ui/Rows.module.css'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './Seal.module.css'

const NOBODY_YET: To = { name: '', show_title: 0 }

type Props = { to: To | undefined; error: string | undefined; onChange: (to: To | undefined) => void }

/** The choice whom a time capsule is for; the name of somebody else comes back with the choice. */
export function Whom({ to, error, onChange }: Props) {
  const [before, setBefore] = useState(to ?? NOBODY_YET)
  function writeToOneself() {
    if (to) setBefore(to)
    onChange(undefined)
  }
  return (
    <>
      <fieldset className={styles.whom}>
        <legend className={`muted ${rows.heading}`}>寄给谁</legend>
        <div className={styles.picks}>
          <button type="button" aria-pressed={!to} onClick={writeToOneself}>
            自己
          </button>
          <button type="button" aria-pressed={Boolean(to)} onClick={() => to || onChange(before)}>
            TA
          </button>
        </div>
      </fieldset>
      {to && <Somebody to={to} error={error} onChange={onChange} />}
    </>
  )
}

const Somebody = ({ to, error, onChange }: Props & { to: To }) => (
  <Card as="section" small aria-label="TA">
    <TextField
      label="怎么称呼 TA"
      name="receiver"
      placeholder="比如：妈妈"
      autoComplete="off"
      maxLength={RECEIVER_NAME_MAX_CHARS * 2}
      value={to.name}
      error={error}
      onChange={(event) => onChange({ ...to, name: event.target.value })}
    />
    <Switch
      label="让 TA 现在就看到标题"
      checked={to.show_title === 1}
      onChange={(shown) => onChange({ ...to, show_title: shown ? 1 : 0 })}
    />
    <p className="muted">
      封存后你会得到一个链接和二维码，由你亲手交给 TA：发微信，或印在纸上。TA 收下后，到那天会通知 TA，由 TA 自己打开。
    </p>
  </Card>
)
