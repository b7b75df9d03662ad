import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Coming } from './Coming.tsx'
import { makeListeners } from './listeners.ts'
import { onRoute } from './location.ts'

export type ConfirmOptions = { title?: string; text: string; ok?: string; cancel?: string; danger?: boolean }
export type AskOptions = {
  title: string
  placeholder: string
  ok?: string
  cancel?: string
  initial?: string
  /** Shows a counter of characters (code points). */
  max?: number
  whyNot?: (value: string) => string | undefined
  /** Said at the field from the beginning: why the last answer was refused. */
  wrong?: string
}
export type Request = { id: number } & (
  | { kind: 'confirm'; options: ConfirmOptions; answer: (yes: boolean) => void }
  | { kind: 'ask'; options: AskOptions; answer: (value: string | undefined) => void }
)

const AskDialog = lazy(() => import('./AskDialog.tsx').then((loaded) => ({ default: loaded.AskDialog })))
const { subscribe, notify } = makeListeners()
let requests: Request[] = []
let lastId = 0

/** Asks a question that is answered by yes or no; anything but the yes button is a no. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((answer) => add({ id: nextId(), kind: 'confirm', options, answer }))
}

/** Asks for a line of text; undefined when the person thinks better of it. */
export function ask(options: AskOptions): Promise<string | undefined> {
  return new Promise((answer) => add({ id: nextId(), kind: 'ask', options, answer }))
}

/** Mounted once, beside the pages; shows one question at a time. No question outlives the page it was asked on. */
export function Asks() {
  useEffect(() => {
    const stop = onRoute(dismissAll)
    return () => {
      stop()
      dismissAll()
    }
  }, [])
  const request = useSyncExternalStore(subscribe, () => requests[0])
  if (!request) return null
  return (
    <Suspense fallback={<Coming as="card" onBack={() => dismiss(request)} />}>
      <AskDialog key={request.id} request={request} onGone={() => remove(request)} />
    </Suspense>
  )
}

function nextId(): number {
  lastId += 1
  return lastId
}

function add(request: Request): void {
  requests = [...requests, request]
  notify()
}

function remove(request: Request): void {
  requests = requests.filter((other) => other !== request)
  notify()
}

/** Answers for the person who went back, or on. */
function dismiss(request: Request): void {
  remove(request)
  if (request.kind === 'confirm') request.answer(false)
  else request.answer(undefined)
}

const dismissAll = (): void => requests.forEach(dismiss)
