import { type Editor, useEditorState } from '@tiptap/react'
import { AlignCenter, AlignLeft, AlignRight, Bold, Eraser, type LucideIcon, Minus, Palette } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { confirm } from '#web/ui/ask.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import styles from './Editor.module.css'
import { ImageButton } from './ImageButton.tsx'
import { ImagePanel } from './ImagePanel.tsx'
import { removeAllImages } from './imageUploads.ts'
import { keepsTyping } from './keepsTyping.ts'
import { useMore } from './useMore.ts'

const ColourPanel = lazy(() => import('./ColourPanel.tsx').then((loaded) => ({ default: loaded.ColourPanel })))

/** Shown by a picture, or by a word of its own size. */
type Sign = { icon: LucideIcon } | { word: string; size: 'large' | 'medium' | 'small' }
type Tool = Sign & { name: string; run: (editor: Editor) => unknown; on?: (editor: Editor) => boolean }

const heading = (level: 1 | 2 | 3, word: string, size: 'large' | 'medium' | 'small'): Tool => ({
  name: `${word}标题`,
  word,
  size,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  on: (editor) => editor.isActive('heading', { level }),
})
const align = (to: 'left' | 'center' | 'right', name: string, icon: LucideIcon): Tool => ({
  name,
  icon,
  run: (editor) => editor.chain().focus().setTextAlign(to).run(),
  on: (editor) => (to === 'left' ? isLeft(editor) : editor.isActive({ textAlign: to })),
})

const TOOLS: Tool[] = [
  {
    name: '加粗',
    icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    on: (editor) => editor.isActive('bold'),
  },
  heading(1, '大', 'large'),
  heading(2, '中', 'medium'),
  heading(3, '小', 'small'),
  align('left', '左对齐', AlignLeft),
  align('center', '居中对齐', AlignCenter),
  align('right', '右对齐', AlignRight),
]
const DIVIDER: Tool = { name: '分割线', icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() }
const CLEAR: Tool = { name: '清空', icon: Eraser, run: clear }

export function Toolbar({ editor, images }: { editor: Editor; images: boolean }) {
  const [picking, setPicking] = useState(false)
  useShortcut('back', picking ? () => setPicking(false) : undefined)
  const { row, more } = useMore()
  const state = useEditorState({
    editor,
    selector: () => ({
      on: TOOLS.map((tool) => tool.on?.(editor) ?? false),
      colour: editor.getAttributes('textStyle').color as string | undefined,
      image: editor.isActive('image'),
    }),
  })
  return (
    <div className={styles.tools}>
      <div className={styles.tray}>
        {state.image && <ImagePanel editor={editor} />}
        <Suspense>{picking && <ColourPanel editor={editor} colour={state.colour} onTap={keepsTyping} />}</Suspense>
        <div role="toolbar" aria-label="文字格式" className={styles.row} ref={row} data-more={more} {...keepsTyping}>
          {images && <ImageButton editor={editor} />}
          {TOOLS.map((tool, index) => (
            <ToolButton key={tool.name} tool={tool} editor={editor} pressed={state.on[index]} />
          ))}
          <button
            type="button"
            className={styles.tool}
            aria-label="文字颜色"
            title="文字颜色"
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          >
            <Palette strokeWidth={1.75} style={{ color: state.colour }} aria-hidden />
          </button>
          <ToolButton tool={DIVIDER} editor={editor} />
          <ToolButton tool={CLEAR} editor={editor} />
        </div>
      </div>
    </div>
  )
}

function ToolButton({ tool, editor, pressed }: { tool: Tool; editor: Editor; pressed?: boolean }) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={tool.name}
      title={tool.name}
      aria-pressed={pressed}
      onClick={() => tool.run(editor)}
    >
      {'icon' in tool ? (
        <tool.icon strokeWidth={1.75} aria-hidden />
      ) : (
        <b className={styles.word} data-size={tool.size} aria-hidden>
          {tool.word}
        </b>
      )}
    </button>
  )
}

const isLeft = (editor: Editor) => !editor.isActive({ textAlign: 'center' }) && !editor.isActive({ textAlign: 'right' })

async function clear(editor: Editor) {
  const sure = await confirm({ text: '确定清空内容吗？', danger: true })
  if (!sure) return
  removeAllImages(editor)
  editor.chain().focus().clearContent(true).run()
}
