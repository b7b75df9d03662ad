import type { Editor } from '@tiptap/react'
import styles from './ColourPanel.module.css'
import { sameColour, TEXT_COLOURS } from './colours.ts'
import { OwnColour } from './OwnColour.tsx'

/** `onTap` keeps a tap from taking the focus. Passed in, so that this file needs no code of the editor and loads by itself. */
type Props = { editor: Editor; colour?: string; onTap: object }

/** The presets, and a colour of one's own. */
export function ColourPanel({ editor, colour, onTap }: Props) {
  const isPreset = TEXT_COLOURS.some(({ value }) => sameColour(colour, value))
  return (
    <div className={styles.panel}>
      <Presets editor={editor} colour={colour} onTap={onTap} />
      <OwnColour now={isPreset ? undefined : colour} onPick={(value) => editor.chain().focus().setColor(value).run()} />
    </div>
  )
}

const Presets = ({ editor, colour, onTap }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into the toolbar
  <div role="group" aria-label="文字颜色" className={styles.colours} {...onTap}>
    <button
      type="button"
      className={styles.swatch}
      aria-label="默认颜色"
      title="默认颜色"
      aria-pressed={!colour}
      onClick={() => editor.chain().focus().unsetColor().run()}
    >
      <i className={styles.plain} />
    </button>
    {TEXT_COLOURS.map(({ name, value }) => (
      <button
        key={value}
        type="button"
        className={styles.swatch}
        aria-label={name}
        title={name}
        aria-pressed={sameColour(colour, value)}
        onClick={() => editor.chain().focus().setColor(value).run()}
      >
        <i style={{ background: value }} />
      </button>
    ))}
  </div>
)
