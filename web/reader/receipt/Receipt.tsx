import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ArchiveItem, ArchiveReceipt } from '#contract/archiveFiles.ts'
import { type Held, holdItem } from '#contract/archiveReceipts.ts'
import type { ReceiptFault } from '#contract/receiptProof.ts'
import { formatChina } from '#contract/time.ts'
import { proofTools } from '#web/client/proofTools.ts'
import { useFile } from '../archive.ts'
import { readSums } from '../check/readSums.ts'
import frame from '../frame/Title.module.css'
import { useWords } from '../language.ts'
import type { Words } from '../words.ts'
import styles from './Receipt.module.css'

/** `isRead`: files by the sums that were read from them in this window; else by the list in the archive. */
type Found = { held: Held | ReceiptFault; isRead: boolean; hasFiles: boolean }

/** 封存凭证 of an item: holds what this page shows of it against its receipt, on the spot and without us. */
export function Receipt({ item, receipt }: { item: ArchiveItem; receipt: ArchiveReceipt }) {
  const words = useWords()
  const archive = useFile('archive')
  const { log_keys: keys = [], site = '' } = archive.state === 'here' ? archive.value : {}
  const [found, setFound] = useState<Found>()
  const check = () => {
    const { sums } = receipt
    const read = readSums(Object.keys(sums))
    const sumOf = (path: string) => (read ?? sums)[path]
    const held = holdItem(proofTools, { item, receipt, keys, sumOf })
    setFound({ held, isRead: read !== undefined, hasFiles: Object.keys(sums).length > 0 })
  }
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <div className={styles.head}>
        <h2 id="receipt">{words.receipt.name}</h2>
        <button type="button" className={frame.button} onClick={check}>
          <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.receipt.check}
        </button>
      </div>
      <div role="status">{found && <Result found={found} />}</div>
      <p className="muted">{found ? words.receipt.keys(site) : words.receipt.note}</p>
    </section>
  )
}

function Result({ found: { held, isRead, hasFiles } }: { found: Found }) {
  const { receipt: words } = useWords()
  if (typeof held === 'string') return <p className={styles.broken}>{words.faults[held]}</p>
  const { differing, hidden, unbound, day, isLate } = held
  return (
    <>
      {differing.length === 0 ? (
        <p className={styles.whole}>{words.unchanged(formatChina(day), isLate)}</p>
      ) : (
        <p className={styles.broken}>{words.differs(listed(differing, words))}</p>
      )}
      {isLate && <p>{words.late(formatChina(day))}</p>}
      {hasFiles && <p>{isRead ? words.filesRead : words.filesListed}</p>}
      {unbound.length > 0 && <p>{words.unbound(listed(unbound, words))}</p>}
      {hidden.length > 0 && <p>{words.hidden(listed(hidden, words))}</p>}
    </>
  )
}

const listed = (names: readonly string[], { part, and }: Words['receipt']): string => names.map(part).join(and)
