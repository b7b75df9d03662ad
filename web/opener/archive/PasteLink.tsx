import { useState } from 'react'
import { keptCodeText, readKeptCode } from '#contract/keptCode.ts'
import styles from '../Opener.module.css'
import { useOpenerWords } from '../words.ts'

/** A link that lost its `#` on the way to this page: pasted, it leads there. */
export function PasteLink() {
  const { archive: words } = useOpenerWords()
  const [pasted, setPasted] = useState('')
  return (
    <section className={styles.about} aria-labelledby="whole">
      <h2 id="whole">{words.paste}</h2>
      <p>{words.pasteNote}</p>
      <textarea
        className={styles.number}
        aria-label={words.link}
        placeholder="https://…#… / 0123 4567 …"
        rows={2}
        value={pasted}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => {
          setPasted(target.value)
          const code = readKeptCode(target.value)
          if (code) window.location.hash = keptCodeText(code)
        }}
      />
      <p role="status" className="muted">
        {pasted.trim() && words.unread}
      </p>
    </section>
  )
}
