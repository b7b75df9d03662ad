import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { type FileFinding, isWhole, type Judged, judge } from '#contract/judgeOpened.ts'
import { formatChina } from '#contract/time.ts'
import { proofTools } from '#web/client/proofTools.ts'
import { useFile } from '../archive.ts'
import frame from '../frame/Title.module.css'
import { useWords } from '../language.ts'
import styles from './Check.module.css'
import { type Pair, readPair } from './readPair.ts'

const NOTHING: Pair = { originals: [], unreadable: [] }
/** A file whose fingerprint the sealing did not know is no news of the others. */
const UNCOMPARED = ['waiting', 'ownersAlone', 'nameless'] as const satisfies FileFinding['state'][]

/** An opened capsule and its receipt, as files from anywhere, held against each other by the keys in this archive. */
export function CheckPair() {
  const { pair: words, receipt } = useWords()
  const [pair, setPair] = useState(NOTHING)
  return (
    <section className={styles.pair} aria-labelledby="pair">
      <h2 id="pair">{words.name}</h2>
      <p className="muted">{words.note}</p>
      <label className={`${frame.button} ${styles.choose}`}>
        <FileCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        {words.choose}
        <input
          type="file"
          className="hidden"
          multiple
          onChange={async ({ target }) => {
            const chosen = [...(target.files ?? [])]
            target.value = ''
            setPair(await readPair(pair, chosen))
          }}
        />
      </label>
      <div role="status">
        <Verdict pair={pair} />
        {pair.unreadable.length > 0 && (
          <p className={styles.broken}>{words.unreadable(pair.unreadable.join(receipt.and))}</p>
        )}
      </div>
    </section>
  )
}

function Verdict({ pair: { proof, opened, originals } }: { pair: Pair }) {
  const { pair: words, receipt } = useWords()
  const archive = useFile('archive')
  const { log_keys: keys = [], site = '' } = archive.state === 'here' ? archive.value : {}
  if (!proof && !opened) return originals.length > 0 && <p className={frame.note}>{words.neither}</p>
  if (!proof) return <p className={frame.note}>{words.noReceipt}</p>
  if (!opened) return <p className={frame.note}>{words.noOpened}</p>
  const { title } = opened.parts
  const judged = judge(proofTools, { proof, opened, keys, originals })
  return (
    <div className={styles.result}>
      {typeof title === 'string' && title !== '' && <p>{title}</p>}
      {typeof judged === 'string' ? (
        <p className={styles.broken}>{receipt.faults[judged]}</p>
      ) : (
        <Found judged={judged} />
      )}
      <p className="muted">{receipt.keys(site)}</p>
    </div>
  )
}

function Found({ judged }: { judged: Judged }) {
  const { pair: words, receipt } = useWords()
  const { differing, isLate, unseen, files, strays } = judged
  const day = formatChina(judged.day)
  const named = (parts: readonly string[]) => parts.map(receipt.part).join(receipt.and)
  return (
    <>
      {differing.length > 0 ? (
        <p className={styles.broken}>{receipt.differs(named(differing))}</p>
      ) : (
        <p className={styles.whole}>{(isWhole(judged) ? receipt.unchanged : words.partly)(day, isLate)}</p>
      )}
      {isLate && <p>{receipt.late(day)}</p>}
      {unseen.length > 0 && <p>{words.unseen(named(unseen))}</p>}
      {UNCOMPARED.map((state) => {
        const parts = files.filter((file) => file.state === state).map(({ part }) => part)
        return parts.length > 0 && <p key={state}>{words.files[state](named(parts))}</p>
      })}
      {strays.length > 0 && <p>{words.strays(strays.join(receipt.and))}</p>}
    </>
  )
}
