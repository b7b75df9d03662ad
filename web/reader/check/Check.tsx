import { FolderSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFile } from '../archive.ts'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import styles from './Check.module.css'
import { CheckPair } from './CheckPair.tsx'
import { type Checked, checkFiles, type Finding, type Progress } from './checkFiles.ts'
import type { CheckedReceipts } from './checkReceipts.ts'

const NEWS_MS = 100
/** Nobody reads more of them; the count is whole. */
const NAMED = 500

type State =
  | { is: 'waiting' | 'stopped' | 'noManifest' }
  | { is: 'checking'; progress: Progress }
  | { is: 'checked'; checked: Checked }

/** Compares each file with the fingerprints that were noted when the archive was made. */
export function Check() {
  const words = useWords()
  const { state, check, stop } = useCheck()
  const canChoose = 'webkitdirectory' in HTMLInputElement.prototype
  return (
    <>
      <Title title={words.views.check} note={words.check.note} />
      {canChoose && state.is !== 'checking' && (
        <label className={`${frame.button} ${frame.main} ${styles.choose}`}>
          <FolderSearch size={20} strokeWidth={1.75} aria-hidden="true" />
          {state.is === 'waiting' ? words.check.choose : words.check.again}
          <input
            type="file"
            className="hidden"
            multiple
            // A folder with all that is in it; React knows the attribute by this name.
            {...{ webkitdirectory: '' }}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])]
              target.value = ''
              if (chosen.length > 0) check(chosen)
            }}
          />
        </label>
      )}
      {state.is === 'checking' && <Checking progress={state.progress} onStop={stop} />}
      <div role="status">
        {state.is === 'noManifest' && <p className={frame.note}>{words.check.noManifest}</p>}
        {state.is === 'stopped' && <p className={frame.note}>{words.check.stopped}</p>}
        {state.is === 'checked' && <Result checked={state.checked} />}
      </div>
      <p className={`muted ${styles.or}`}>{canChoose ? words.check.or : words.check.cannot}</p>
      <pre className={styles.command}>sha256sum -c manifest-sha256.txt</pre>
      <p className={`muted ${styles.or}`}>{words.check.offered}</p>
      <pre className={styles.command}>npm run verify -- A-1.zip A-2.zip</pre>
      <CheckPair />
    </>
  )
}

function useCheck() {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function check(chosen: File[]) {
    const controller = new AbortController()
    running.current = controller
    let told = 0
    const tell = (progress: Progress) => {
      if (performance.now() - told < NEWS_MS) return
      told = performance.now()
      setState({ is: 'checking', progress })
    }
    setState({ is: 'checking', progress: { bytes: 0, allBytes: 0, files: 0, allFiles: chosen.length, receipts: 0 } })
    try {
      const checked = await checkFiles(chosen, tell, controller.signal)
      setState(checked ? { is: 'checked', checked } : { is: 'noManifest' })
    } catch (error) {
      if (!controller.signal.aborted) throw error
      setState({ is: 'stopped' })
    }
  }

  return { state, check, stop: () => running.current?.abort() }
}

function Checking({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const words = useWords()
  const { bytes, allBytes, files, allFiles, receipts } = progress
  return (
    <div className={styles.checking}>
      <progress aria-label={words.check.label} max={Math.max(1, allBytes)} value={bytes} />
      <p className="muted">{receipts > 0 ? words.receipt.progress(receipts) : words.check.progress(files, allFiles)}</p>
      <button type="button" className={frame.button} onClick={onStop}>
        {words.check.stop}
      </button>
    </div>
  )
}

function Result({ checked: { files, findings, receipts, failed } }: { checked: Checked }) {
  const words = useWords()
  const wrong = findings.filter(({ why }) => why !== 'unlisted')
  const extra = findings.filter(({ why }) => why === 'unlisted')
  return (
    <div className={styles.result}>
      {wrong.length === 0 ? (
        <p className={styles.whole}>{words.check.whole(files)}</p>
      ) : (
        <p className={styles.broken}>{words.check.broken(wrong.length, files)}</p>
      )}
      <Findings findings={wrong} />
      {extra.length > 0 && <p className="muted">{words.check.extra}</p>}
      <Findings findings={extra} />
      {receipts > 0 && <Receipts receipts={receipts} failed={failed} />}
    </div>
  )
}

function Receipts({ receipts, failed }: CheckedReceipts) {
  const { receipt: words, untitled } = useWords()
  const archive = useFile('archive')
  const { site = '' } = archive.state === 'here' ? archive.value : {}
  if (failed.length === 0)
    return (
      <>
        <p className={styles.whole}>{words.allHold(receipts)}</p>
        <p className="muted">{words.keys(site)}</p>
      </>
    )
  return (
    <>
      <p className={styles.broken}>{words.someFail(failed.length, receipts)}</p>
      <ul className={styles.findings}>
        {failed.slice(0, NAMED).map(({ id, title, fault, differing }) => (
          <li key={id}>
            {title || untitled}{' '}
            <span className="muted">
              {fault ? words.faults[fault] : words.differs(differing.map(words.part).join(words.and))}
            </span>
          </li>
        ))}
        {failed.length > NAMED && <li>…</li>}
      </ul>
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
  const words = useWords()
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.slice(0, NAMED).map(({ path, why }) => (
        <li key={path}>
          {path} <span className="muted">{words.check.why[why]}</span>
        </li>
      ))}
      {findings.length > NAMED && <li>…</li>}
    </ul>
  )
}
