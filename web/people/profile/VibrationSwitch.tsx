import { canVibrate, chooseVibration, useVibration, vibrate } from '#web/client/vibration.ts'
import { Rows } from '#web/ui/Rows.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './UserSwitch.module.css'

/** Of this device alone, and only where it can vibrate. */
export function VibrationSwitch() {
  const isOn = useVibration()
  if (!canVibrate()) return null
  const choose = (on: boolean) => {
    chooseVibration(on)
    vibrate()
  }
  return (
    <Rows title="手感">
      <li className={styles.row}>
        <Switch label="轻轻振动" hint="滑块对上、封存、打开和喜欢的时候" checked={isOn} onChange={choose} />
      </li>
    </Rows>
  )
}
