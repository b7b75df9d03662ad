import { EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { countChars, plainText } from '#contract/content.ts'
import prose from '#web/ui/prose.module.css'
import { withoutColours } from './colours.ts'
import styles from './Editor.module.css'
import { EditorCounter } from './EditorCounter.tsx'
import { extensions } from './extensions.ts'
import { Toolbar } from './Toolbar.tsx'

/** The toolbar and its shadow: the line being written stays clear of it. */
const TOOLBAR_ROOM_PX = 96

/** The rich-text editor. `html` is what it starts with; every change is told through `onChange`. */
export function Editor({ html, onChange }: { html: string; onChange: (html: string) => void }) {
  const [count, setCount] = useState(() => countChars(plainText(html)))
  const editor = useEditor({
    extensions,
    content: html,
    editorProps: {
      attributes: {
        class: `${prose.prose} ${styles.text}`,
        'aria-label': '正文',
        'aria-multiline': 'true',
        role: 'textbox',
      },
      transformPastedHTML: withoutColours,
      scrollMargin: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
      scrollThreshold: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
    },
    onUpdate: (event) => {
      const written = event.editor.getHTML()
      setCount(countChars(event.editor.isEmpty ? '' : plainText(written)))
      onChange(written)
    },
  })
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className={styles.paper} />
      <EditorCounter count={count} />
    </div>
  )
}
