import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { countChars, isBlank, plainText } from '#contract/content.ts'
import prose from '#web/ui/prose.module.css'
import { withoutColours } from './colours.ts'
import styles from './Editor.module.css'
import { EditorCounter } from './EditorCounter.tsx'
import { extensions } from './extensions.ts'
import { ImagePlaceholders } from './ImagePlaceholders.tsx'
import { onlyOwnImages } from './imageHtml.ts'
import { uploadsOf, whyNotReady } from './imageUploads.ts'
import { Toolbar } from './Toolbar.tsx'

/** The toolbar and its shadow: the line being written stays clear of it. */
const TOOLBAR_ROOM_PX = 96

type Props = {
  /** What it starts with. */
  html: string
  /** Whose text it is: only their pictures can be pasted. */
  owner: string
  onChange: (html: string) => void
  /** Told why the text cannot be kept yet – pictures on their way – and undefined once it can. */
  onReady?: (whyNot: string | undefined) => void
}

/** The rich-text editor. */
export function Editor({ html, owner, onChange, onReady }: Props) {
  const [count, setCount] = useState(() => countChars(plainText(html)))
  const editor = useEditor({
    extensions,
    content: html,
    // Whoever opens an empty page wants to write on it.
    autofocus: isBlank(html) && 'end',
    editorProps: {
      attributes: {
        class: `${prose.prose} ${styles.text}`,
        'aria-label': '正文',
        'aria-multiline': 'true',
        role: 'textbox',
      },
      transformPastedHTML: (pasted) => onlyOwnImages(withoutColours(pasted), owner),
      scrollMargin: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
      scrollThreshold: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
    },
    onUpdate: (event) => {
      const written = event.editor.getHTML()
      setCount(countChars(event.editor.isEmpty ? '' : plainText(written)))
      onChange(written)
    },
  })
  useEffect(() => uploadsOf(editor).subscribe(({ list }) => onReady?.(whyNotReady(list))), [editor, onReady])
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className={styles.paper} />
      <ImagePlaceholders editor={editor} />
      <EditorCounter count={count} />
    </div>
  )
}
