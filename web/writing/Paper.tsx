import { lazy, type ReactNode, Suspense } from 'react'
import { Elsewhere } from '#web/draft/Elsewhere.tsx'
import { KeepingText } from '#web/draft/KeepingText.tsx'
import { inTime } from '#web/shell/pageCode.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import type { Text } from './useText.ts'

const Editor = lazy(() => inTime(() => import('./Editor.tsx')).then((loaded) => ({ default: loaded.Editor })))

type Props = {
  text: Text
  /** Takes no letters, while they could not be saved with the others. */
  still: boolean
  /** Stands above the text. */
  head?: ReactNode
}

/** What a text is written on. */
export const Paper = ({ text, still, head }: Props) => (
  <div inert={still}>
    {text.elsewhere && <Elsewhere isNew={!text.draft.draft_id} />}
    <Suspense fallback={<EditorSkeleton />}>
      <Editor
        html={text.now()}
        owner={text.draft.owner}
        onChange={text.write}
        onReady={text.noteReady}
        head={head}
        state={<KeepingText keeping={text.keeping} />}
      />
    </Suspense>
  </div>
)
