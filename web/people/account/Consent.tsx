import { type MouseEvent, useId } from 'react'
import { href } from '#contract/pages.ts'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { go } from '#web/ui/location.ts'
import styles from './Consent.module.css'
import type { Consent } from './useConsent.ts'

type Props = {
  consent: Consent
  /** Called when the person leaves to read one of the agreements. */
  onRead: () => void
}

/** The consent box, never ticked beforehand, with links to both agreements. */
export function ConsentBox({ consent, onRead }: Props) {
  const id = useId()
  const read = (event: MouseEvent, type: number) => {
    event.preventDefault()
    onRead()
    go('userProtocol', { type: String(type) })
  }
  return (
    <div className={styles.consent} id={id}>
      <Checkbox labelledBy={id} checked={consent.agreed} onChange={consent.agree}>
        我已阅读并同意
      </Checkbox>
      {Object.values(AGREEMENT).map((type) => (
        <a key={type} href={href('userProtocol', { type: String(type) })} onClick={(event) => read(event, type)}>
          《{AGREEMENT_NAME[type]}》
        </a>
      ))}
    </div>
  )
}
