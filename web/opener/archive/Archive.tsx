import { FilePlus2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sizeText } from '#web/reader/words.ts'
import { ChooseFiles } from '../ChooseFiles.tsx'
import styles from '../Opener.module.css'
import { useOpenerWords } from '../words.ts'
import type { Part } from './link.ts'
import { makeParts, nameOf, type PartState } from './parts.ts'

/** A whole archive, part by part. From a disk no page fetches what lies beside it: there the files are chosen. */
export function Archive({ parts: given }: { parts: Part[] }) {
  const { archive: words } = useOpenerWords()
  const [parts] = useState(given)
  const [store] = useState(() => makeParts(parts))
  const states = useSyncExternalStore(store.subscribe, store.all)
  const [strange, setStrange] = useState<File[]>([])
  const isOnDisk = window.location.protocol === 'file:'
  useEffect(() => store.stopAll, [store])
  const take = async (files: File[]) => setStrange(await store.take(files))
  const choose = <ChooseFiles label={words.choose} icon={FilePlus2} isMain={isOnDisk} onFiles={take} />
  return (
    <>
      {isOnDisk && (
        <section className={styles.card}>
          <p>{words.fromDisk}</p>
          {choose}
        </section>
      )}
      <ol className={styles.rows}>
        {parts.map(({ name }, at) => (
          <li key={name} className={styles.row}>
            <div className={styles.line}>
              <div className={styles.words}>
                <h2>{words.part(at)}</h2>
                <p className={`muted ${styles.name}`}>{words.named(name)}</p>
              </div>
              <Act
                state={states[at]!}
                isOnDisk={isOnDisk}
                run={() => store.run(at)}
                stop={() => store.stop(at)}
                at={at}
              />
            </div>
            <Progress state={states[at]!} at={at} />
            <div role="status">
              <Said state={states[at]!} at={at} name={name} />
            </div>
          </li>
        ))}
      </ol>
      {!isOnDisk && (
        <div className={styles.orDisk}>
          <p className="muted">{words.orDisk}</p>
          {choose}
        </div>
      )}
      <p role="status" className={styles.wrong}>
        {strange.length > 0 && words.strange(strange.map(({ name }) => name).join(' '))}
      </p>
    </>
  )
}

type Acting = { state: PartState; isOnDisk: boolean; run: () => void; stop: () => void; at: number }

function Act({ state, isOnDisk, run, stop, at }: Acting) {
  const { archive: words } = useOpenerWords()
  const label = (what: string) => ({ 'aria-label': `${what} ${words.part(at)}` })
  if (state.is === 'running')
    return (
      <button type="button" className={styles.second} {...label(words.stop)} onClick={stop}>
        {words.stop}
      </button>
    )
  if (state.is === 'done')
    return state.address ? (
      <a className={styles.second} href={state.address} download={nameOf(at)}>
        {words.again}
      </a>
    ) : null
  if (isOnDisk && state.is === 'waiting' && !state.chosen) return null
  const what = state.is !== 'waiting' ? words.goOn : state.chosen ? words.decrypt : words.fetch
  return (
    <button type="button" className={styles.button} {...label(what)} onClick={run}>
      {what}
    </button>
  )
}

function Progress({ state, at }: { state: PartState; at: number }) {
  const { archive: words } = useOpenerWords()
  if (!('all' in state)) return null
  return (
    <>
      <progress aria-label={words.label(at)} max={Math.max(1, state.all)} value={state.done} />
      <p className="muted">{state.all > 0 && words.progress(state.done, state.all)}</p>
    </>
  )
}

function Said({ state, at, name }: { state: PartState; at: number; name: string }) {
  const { archive: words } = useOpenerWords()
  switch (state.is) {
    case 'waiting':
      return state.chosen ? <p className="muted">{words.chosen(state.chosen)}</p> : null
    case 'running':
      return state.isLost ? <p className={styles.wrong}>{words.waitingForLine}</p> : null
    case 'stopped':
      return <p className={state.why === 'stopped' ? 'muted' : styles.wrong}>{words[state.why]}</p>
    case 'damaged':
      return <p className={styles.wrong}>{words.damaged(state.piece, state.of)}</p>
    case 'missing':
      return <p className={styles.wrong}>{words.missing(name)}</p>
    case 'noArchive':
      return <p className={styles.wrong}>{words.noArchive}</p>
    case 'done':
      return <p className={styles.good}>{words.done(nameOf(at), sizeText(state.bytes))}</p>
  }
}
