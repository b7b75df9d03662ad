import { EditorContent, useEditor } from '@tiptap/react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { countChars, isBlank, plainText } from '#contract/content.ts'
import { inOurForms } from '#contract/forms.ts'
import { NOBODY } from '#web/draft/current/draft.ts'
import prose from '#web/ui/prose.module.css'
import styles from './Editor.module.css'
import { EditorCounter } from './EditorCounter.tsx'
import { extensionsFor } from './extensions.ts'
import { ImagePlaceholders } from './ImagePlaceholders.tsx'
import { onlyOwnImages } from './imageHtml.ts'
import { uploadsOf, whyNotReady } from './imageUploads.ts'
import { Toolbar } from './Toolbar.tsx'
import { useKeyboardInset } from './useKeyboardInset.ts'
import { withoutColours } from './withoutColours.ts'

/** The toolbar with the counter above it: the line being written stays clear of them. */
const TOOLBAR_ROOM_PX = 112

type Props = {
  /** The text that the editor starts with. */
  html: string
  /** Whose text it is: only their pictures can be pasted, and nobody has any. */
  owner: string
  onChange: (html: string) => void
  /** Told why the text cannot be kept yet – pictures on their way – and undefined once it can. */
  onReady?: (whyNot: string | undefined) => void
  /** Stands above the text. */
  head?: ReactNode
  /** Stands beside the counter. */
  state?: ReactNode
}

/** The rich-text editor. */
export function Editor({ html, owner, onChange, onReady, head, state }: Props) {
  const inset = useKeyboardInset()
  const signedIn = owner !== NOBODY
  const [extensions] = useState(() => extensionsFor(signedIn))
  const [count, setCount] = useState(() => countChars(plainText(html)))
  const editor = useEditor({
    extensions,
    content: html,
    // A person who opens an empty page wants to write on it.
    autofocus: isBlank(html) && 'end',
    editorProps: {
      attributes: {
        class: `${prose.prose} ${styles.text}`,
        'aria-label': '正文',
        'aria-multiline': 'true',
        role: 'textbox',
      },
      transformPastedHTML: (pasted) => onlyOwnImages(withoutColours(inOurForms(pasted)), owner),
      scrollMargin: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
      scrollThreshold: { top: 72, bottom: TOOLBAR_ROOM_PX, left: 0, right: 0 },
    },
    onUpdate: (event) => {
      const written = event.editor.getHTML()
      setCount(countChars(event.editor.isEmpty ? '' : plainText(written)))
      onChange(written)
    },
  })
  useEffect(() => uploadsOf(editor).subscribe((uploads) => onReady?.(whyNotReady(uploads))), [editor, onReady])
  return (
    <div
      className={styles.editor}
      style={{ '--keyboard': `${inset}px` } as CSSProperties}
      data-keyboard={inset > 0 || undefined}
    >
      <Toolbar editor={editor} images={signedIn} />
      {head}
      <EditorContent editor={editor} className={styles.paper} />
      <ImagePlaceholders editor={editor} />
      <div className={styles.foot}>
        {state}
        <EditorCounter count={count} />
      </div>
    </div>
  )
}
