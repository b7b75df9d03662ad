import { ChevronDown, CircleAlert, Lock, LockOpen } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { openTimeText } from '#contract/time.ts'
import { Addresses } from '#web/reader/addressOf.ts'
import { titleOf } from '#web/reader/find.ts'
import { Item } from '#web/reader/item/Item.tsx'
import { useWords } from '#web/reader/language.ts'
import styles from '../Opener.module.css'
import { useOpenerWords } from '../words.ts'
import type { Cap, CapState, makeCaps } from './caps.ts'
import { type Read, withLost } from './readCap.ts'

type Props = { cap: Cap; isOnly: boolean; caps: ReturnType<typeof makeCaps> }

/** A file, what is known of it, and what is in it once it is open. */
export function CapRow({ cap: { name, file, state }, isOnly, caps }: Props) {
  const words = useOpenerWords().caps
  const { untitled } = useWords()
  const [isShown, setIsShown] = useState(isOnly)
  const id = useId()
  const item = itemOf(state)
  const isOpen = state.is === 'open'
  // An item that is shown says its title itself.
  const title = item && !(isOpen && isShown) && (titleOf(item) || untitled)
  return (
    <li className={styles.row} data-wrong={isWrong(state) || undefined}>
      <div className={styles.line}>
        <Sign state={state} />
        <div className={styles.words}>
          <h3 className={styles.title}>{title || name}</h3>
          <p className="muted">
            {title && `${name} · `}
            {item && `${openTimeText(item.open_time)} · `}
            <Says state={state} bytes={file.size} />
          </p>
        </div>
        {isOpen && (
          <button
            type="button"
            className={styles.second}
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
            <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
        {state.is === 'ready' && (
          <button
            type="button"
            className={styles.button}
            onClick={() => {
              setIsShown(true)
              caps.open(file)
            }}
          >
            {words.open}
          </button>
        )}
        {state.is === 'opening' && (
          <button type="button" className={styles.second} onClick={() => caps.stop(file)}>
            {words.stop}
          </button>
        )}
      </div>
      {state.is === 'opening' && <progress aria-label={words.progress} max={state.of} value={state.done} />}
      {isOpen && <div id={id}>{isShown && <Opened state={state} />}</div>}
    </li>
  )
}

function itemOf(state: CapState): ArchiveItem | undefined {
  if (state.is === 'open') return state.read.item
  return state.is === 'ready' || state.is === 'opening' ? state.item : undefined
}

const WRONG: CapState['is'][] = ['foreign', 'damaged', 'unreadable', 'broken', 'other']
const isWrong = (state: CapState): boolean =>
  WRONG.includes(state.is) || (state.is === 'open' && state.read.damaged.length > 0)

function Sign({ state }: { state: CapState }) {
  const isOpen = state.is === 'open' || state.is === 'ready' || state.is === 'opening'
  const Icon = isWrong(state) ? CircleAlert : isOpen ? LockOpen : Lock
  return <Icon className={styles.sign} size={22} strokeWidth={1.75} aria-hidden="true" />
}

function Says({ state, bytes }: { state: CapState; bytes: number }) {
  const words = useOpenerWords().caps
  switch (state.is) {
    case 'waiting':
    case 'early':
    case 'other':
      return words[state.is](state.month)
    case 'ready':
      return words.ready(bytes)
    case 'opening':
      return words.opening(state.done, state.of)
    case 'broken':
      return words.broken(state.pieces, state.of)
    case 'open':
      return words.opened
    default:
      return words[state.is]
  }
}

function Opened({ state: { read, of, isLonger } }: { state: CapState & { is: 'open' } }) {
  const words = useOpenerWords().caps
  const { item, files, damaged } = read
  const shown = useMemo(() => withLost(item, files, words.lost), [item, files, words])
  const addressOf = useAddressesOf(read)
  return (
    <div className={styles.opened}>
      {damaged.length > 0 && <p className={styles.wrong}>{words.partly(damaged, of)}</p>}
      {isLonger && damaged.length === 0 && <p className="muted">{words.longer}</p>}
      <Addresses value={addressOf}>
        <Item item={shown} heading="h2" />
      </Addresses>
    </div>
  )
}

/** Addresses of its files for as long as they are shown. */
function useAddressesOf({ files }: Read) {
  const [addresses] = useState(
    () => new Map([...files].flatMap(([path, file]) => (file ? [[path, URL.createObjectURL(file)]] : []))),
  )
  useEffect(
    () => () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
    },
    [addresses],
  )
  return useMemo(() => (path: string) => addresses.get(path) ?? addresses.get(decoded(path)) ?? '', [addresses])
}

/** Texts name their pictures as addresses. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
