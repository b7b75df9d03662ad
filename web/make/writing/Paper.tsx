import { lazy, type ReactNode, Suspense } from 'react'
import { inTime } from '#web/client/pageCode.ts'
import { Elsewhere } from '#web/draft/editor/Elsewhere.tsx'
import { KeepingText } from '#web/draft/editor/KeepingText.tsx'
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

/** The editor of a text, with the notes around it. */
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
