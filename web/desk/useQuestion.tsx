import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ConfirmOptions, Request } from '#web/ui/ask.tsx'

const AskDialog = lazy(() => import('#web/ui/AskDialog.tsx').then((loaded) => ({ default: loaded.AskDialog })))
let lastId = 0

/** The kit's question dialog without the app's routes around it: `question` is the dialog to render. */
export function useQuestion() {
  const [request, setRequest] = useState<Request>()

  const confirm = (options: ConfirmOptions): Promise<boolean> =>
    new Promise((answer) => {
      lastId += 1
      setRequest({ id: lastId, kind: 'confirm', options, answer })
    })

  const question: ReactNode = request && (
    <Suspense>
      <AskDialog key={request.id} request={request} onGone={() => setRequest(undefined)} />
    </Suspense>
  )
  return { confirm, question }
}
