import { lazy, Suspense } from 'react'
import { Elsewhere } from '#web/draft/Elsewhere.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import type { Text } from './useText.ts'

const Editor = lazy(() => import('./Editor.tsx').then((loaded) => ({ default: loaded.Editor })))

/** What a text is written on; `still` takes no letters, while they could not be saved with the others. */
export const Paper = ({ text, still }: { text: Text; still: boolean }) => (
  <div inert={still}>
    {text.elsewhere && <Elsewhere isNew={!text.draft.draft_id} />}
    <Suspense fallback={<EditorSkeleton />}>
      <Editor html={text.now()} owner={text.draft.owner} onChange={text.write} onReady={text.noteReady} />
    </Suspense>
  </div>
)
