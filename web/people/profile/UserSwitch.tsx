import type { User } from '#contract/profile.ts'
import { Rows } from '#web/ui/Rows.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './UserSwitch.module.css'
import { useChangeUser } from './useChangeUser.ts'

type Field = 'show_this_day' | 'notify_sign_in' | 'show_forecasts'
type Props = { user: User; field: Field; title: string; label: string; hint: string }

/** A yes or no of one's own; shows the wish at once and goes back when it is refused. */
export function UserSwitch({ user, field, title, label, hint }: Props) {
  const change = useChangeUser('userInfoUpdate', '修改成功')
  const wished = change.isPending ? change.variables[field] : user[field]
  return (
    <Rows title={title}>
      <li className={styles.row}>
        <Switch
          label={label}
          hint={hint}
          checked={wished === 1}
          onChange={(on) => change.mutate({ [field]: on ? 1 : 0 })}
        />
      </li>
    </Rows>
  )
}
