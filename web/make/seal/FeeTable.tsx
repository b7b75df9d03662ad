import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { SEAL_FEES } from '#contract/seal.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './FeeTable.module.css'

/** Fees by the number of sealed days; shown for information, nothing is charged. */
export function FeeTable() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        收费标准
        <ChevronRight className={styles.chevron} aria-hidden strokeWidth={1.75} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="收费标准">
        <table className={styles.fees}>
          <thead>
            <tr>
              <th scope="col">封存天数</th>
              <th scope="col">费用</th>
            </tr>
          </thead>
          <tbody>
            {SEAL_FEES.map(({ sealDay, charge }) => (
              <tr key={sealDay}>
                <td>{sealDay}</td>
                <td>{charge}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.free}>现在封存不收取任何费用，以上仅供了解。</p>
      </Sheet>
    </>
  )
}
