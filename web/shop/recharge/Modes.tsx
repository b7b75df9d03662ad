import { CHANNELS, type OrderChannel } from '#contract/pay.ts'
import styles from './Choice.module.css'
import { ModeIcon } from './ModeIcon.tsx'

type Props = { modes: readonly OrderChannel[]; chosen: string | undefined; onChoose: (mode: OrderChannel) => void }

/** By whom it is paid. */
export const Modes = ({ modes, chosen, onChoose }: Props) => (
  <fieldset className={styles.group}>
    <legend className={`muted ${styles.legend}`}>支付方式</legend>
    <div className={styles.modes}>
      {modes.map((mode) => (
        <label key={mode} className={styles.mode}>
          <ModeIcon mode={mode} />
          <span>{CHANNELS[mode].name}</span>
          <input type="radio" name="mode" checked={chosen === mode} onChange={() => onChoose(mode)} />
        </label>
      ))}
    </div>
  </fieldset>
)
