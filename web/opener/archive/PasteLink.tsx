import { useState } from 'react'
import styles from '../Opener.module.css'
import { useOpenerWords } from '../words.ts'
import { hashOf, partsIn } from './link.ts'

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
        placeholder="https://…#…"
        rows={2}
        value={pasted}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => {
          setPasted(target.value)
          const parts = partsIn(target.value)
          if (parts.length > 0) window.location.hash = hashOf(parts)
        }}
      />
      <p role="status" className="muted">
        {pasted.trim() && words.unread}
      </p>
    </section>
  )
}
