import { useState } from 'react'
import { RECEIVER_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { To } from '#contract/receiver.ts'
import { Reach } from '#web/capsule/receiver/Reach.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Picks } from '#web/ui/Picks.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { whyNotTold } from './whyNotTold.ts'

const SENT_BACK = '封存后直接送到 TA 的「收到的」，不用再交给 TA。到那天会通知 TA，由 TA 自己打开。'
const NOBODY_YET: To = { name: '', show_title: 0 }

type Wrong = Partial<ReturnType<typeof whyNotTold>>
type Props = { to: To | undefined; wrong: Wrong; onChange: (to: To | undefined) => void }

/** The choice whom a time capsule is for; the name of somebody else comes back with the choice. */
export function Whom({ to, wrong, onChange }: Props) {
  const [before, setBefore] = useState(to ?? NOBODY_YET)
  function pick(whom: 'self' | 'other') {
    if (whom === 'other') return to || onChange(before)
    if (to) setBefore(to)
    onChange(undefined)
  }
  return (
    <>
      <Picks title="寄给谁" picks={{ self: '自己', other: 'TA' }} chosen={to ? 'other' : 'self'} onPick={pick} />
      {to && <Somebody to={to} wrong={wrong} onChange={onChange} />}
    </>
  )
}

const Somebody = ({ to, wrong, onChange }: Props & { to: To }) => (
  <Card as="section" small aria-label="TA">
    <TextField
      label="怎么称呼 TA"
      name="receiver"
      placeholder="比如：妈妈"
      autoComplete="off"
      maxLength={RECEIVER_NAME_MAX_CHARS * 2}
      value={to.name}
      error={wrong.receiver}
      onChange={(event) => onChange({ ...to, name: event.target.value })}
    />
    {to.back_to ? (
      <p className="muted">{SENT_BACK}</p>
    ) : (
      <Reach
        ways={to}
        error={wrong.receiver_way}
        onChange={(ways) => onChange({ name: to.name, show_title: to.show_title, ...ways })}
      />
    )}
    <Switch
      label="让 TA 现在就看到标题"
      checked={to.show_title === 1}
      onChange={(shown) => onChange({ ...to, show_title: shown ? 1 : 0 })}
    />
  </Card>
)
