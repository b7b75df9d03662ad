import { useEffect, useEffectEvent, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { parseChina, spanText } from '#contract/time.ts'
import { authorName } from '#web/people/account/authorName.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { quietForRitual } from '#web/ui/toast.tsx'
import styles from './Words.module.css'

/** Time to breathe, and then to read: so the words lead on by themselves. */
const BREATH_MS = 2_400
const READ_MS_PER_CHAR = 160
/** From so many characters on they are set in the size of a letter, or of a page. */
const LETTER_CHARS = 40
const PAGE_CHARS = 160

type Props = {
  capsule: Pick<Detail, 'send_word' | 'sealed_at' | 'open_at' | 'received_as' | 'user'>
  onDone: () => void
}

/** The owner's words to themselves, or to the person it is for, alone: a tap leads on to the content, and so does a moment's wait. */
export function Words({ capsule: { send_word = '', sealed_at, open_at, received_as, user }, onDone }: Props) {
  const from = received_as === undefined ? '你' : authorName(user)
  const length = [...send_word].length
  useEffect(quietForRitual, [])
  useLeadOn(BREATH_MS + length * READ_MS_PER_CHAR, onDone)
  return (
    <Page
      documentTitle="寄语"
      footer={
        <div className={styles.foot} data-fades="">
          <Button kind="quiet" block onClick={onDone}>
            看看当时的胶囊
          </Button>
        </div>
      }
    >
      <h1 className="hidden">寄语</h1>
      <blockquote className={styles.words} data-size={sizeOf(length)} data-fades="" aria-label="寄语">
        <footer className="muted">
          {agoText(sealed_at, open_at)}的{from}，对现在的你说
        </footer>
        <p>{send_word}</p>
      </blockquote>
    </Page>
  )
}

function useLeadOn(afterMs: number, onDone: () => void) {
  const done = useEffectEvent(onDone)
  const [shownAt] = useState(() => performance.now())

  useEffect(() => {
    const watch = new AbortController()
    const timer = setTimeout(() => done(), afterMs)
    // The tap that ended the ritual has not been meant for the words.
    const tapped = () => performance.now() - shownAt > DOUBLE_TAP_GUARD_MS && done()
    window.addEventListener('click', tapped, { signal: watch.signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && done(), { signal: watch.signal })
    return () => {
      clearTimeout(timer)
      watch.abort()
    }
  }, [afterMs, shownAt])
}

function sizeOf(length: number): 'line' | 'letter' | 'page' {
  if (length < LETTER_CHARS) return 'line'
  return length < PAGE_CHARS ? 'letter' : 'page'
}

const agoText = (sealed_at: string, open_at: string): string =>
  `${spanText(Number(parseChina(sealed_at)), Number(parseChina(open_at)))}前`
