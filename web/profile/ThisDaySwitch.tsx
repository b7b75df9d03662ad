import type { User } from '#contract/profile.ts'
import { Rows } from '#web/ui/Rows.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './ThisDaySwitch.module.css'
import { useChangeUser } from './useChangeUser.ts'

/** Whether 那年今日 is shown; shows the wish at once and goes back when it is refused. */
export function ThisDaySwitch({ user }: { user: User }) {
  const change = useChangeUser('userInfoUpdate', '修改成功')
  const wished = change.isPending ? change.variables.show_this_day : user.show_this_day
  return (
    <Rows title="日记">
      <li className={styles.row}>
        <Switch
          label="那年今日"
          hint="在日记页显示往年今日写下的内容"
          checked={wished === 1}
          onChange={(on) => change.mutate({ show_this_day: on ? 1 : 0 })}
        />
      </li>
    </Rows>
  )
}
