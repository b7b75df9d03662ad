import type { Editor } from '@tiptap/react'
import { Captions, Trash2 } from 'lucide-react'
import { ask } from '#web/ui/ask.tsx'
import styles from './Image.module.css'
import { keepsTyping } from './keepsTyping.ts'

const DESCRIPTION_MAX = 100

/** Actions on the picture that is chosen in the text. */
export function ImagePanel({ editor }: { editor: Editor }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into the toolbar
    <div role="group" aria-label="选中的图片" className={styles.panel} {...keepsTyping}>
      <button type="button" className={styles.act} onClick={() => void describe(editor)}>
        <Captions size={20} strokeWidth={1.75} aria-hidden="true" />
        图片描述
      </button>
      <button type="button" className={styles.act} onClick={() => editor.chain().focus().deleteSelection().run()}>
        <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
        删除图片
      </button>
    </div>
  )
}

async function describe(editor: Editor) {
  const alt = await ask({
    title: '图片描述',
    placeholder: '说给看不到图片的人听',
    initial: editor.getAttributes('image').alt,
    max: DESCRIPTION_MAX,
    whyNot: (typed) => ([...typed].length > DESCRIPTION_MAX ? `已超出${DESCRIPTION_MAX}字上限` : undefined),
  })
  if (alt !== undefined) editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run()
}
