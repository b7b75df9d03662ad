import { type Editor, useEditorState } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Eraser,
  Heading1,
  Heading2,
  Heading3,
  type LucideIcon,
  Minus,
  Palette,
} from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { confirm } from '#web/ui/ask.tsx'
import { ColourPanel } from './ColourPanel.tsx'
import styles from './Editor.module.css'
import { ImageButton } from './ImageButton.tsx'
import { ImagePanel } from './ImagePanel.tsx'
import { removeAllImages } from './imageUploads.ts'
import { keepsTyping } from './keepsTyping.ts'
import { useKeyboardInset } from './useKeyboardInset.ts'

type Tool = { name: string; icon: LucideIcon; run: (editor: Editor) => unknown; on?: (editor: Editor) => boolean }

const heading = (level: 1 | 2 | 3, name: string, icon: LucideIcon): Tool => ({
  name,
  icon,
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
  heading(1, '大标题', Heading1),
  heading(2, '中标题', Heading2),
  heading(3, '小标题', Heading3),
  align('left', '左对齐', AlignLeft),
  align('center', '居中对齐', AlignCenter),
  align('right', '右对齐', AlignRight),
]
const DIVIDER: Tool = { name: '分割线', icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() }
const CLEAR: Tool = { name: '清空', icon: Eraser, run: clear }

export function Toolbar({ editor }: { editor: Editor }) {
  const [picking, setPicking] = useState(false)
  const inset = useKeyboardInset()
  const state = useEditorState({
    editor,
    selector: () => ({
      on: TOOLS.map((tool) => tool.on?.(editor) ?? false),
      colour: editor.getAttributes('textStyle').color as string | undefined,
      image: editor.isActive('image'),
    }),
  })
  return (
    <div
      className={styles.tools}
      style={{ '--keyboard': `${inset}px` } as CSSProperties}
      data-keyboard={inset > 0 || undefined}
    >
      {state.image && <ImagePanel editor={editor} />}
      {picking && <ColourPanel editor={editor} colour={state.colour} />}
      <div role="toolbar" aria-label="文字格式" className={styles.row} {...keepsTyping}>
        <ImageButton editor={editor} />
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
      <tool.icon strokeWidth={1.75} aria-hidden />
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
