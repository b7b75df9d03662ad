import { CODE } from '#contract/codes.ts'
import { CHANGED_ELSEWHERE, SAVED_BEFORE } from '#contract/draft.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { firstOf } from '#web/client/api.ts'
import { CallError } from '#web/client/transport.ts'
import { confirm } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Whether the server refused because it holds a newer revision than the one the writer began with. */
const isChanged = (error: unknown): boolean =>
  error instanceof CallError && (error.data as { changed?: boolean } | undefined)?.changed === true

/** Asks whether the newer text may be written over. */
export const mayWriteOver = (why: string): Promise<boolean> =>
  confirm({ text: `${why}，要用现在的内容覆盖吗？`, ok: '覆盖', danger: true })

/** Sends a text; writes over a change made elsewhere only when the person agrees. Returns undefined when they do not. */
export async function sendAsked<I extends { revision?: number }, O>(
  input: I,
  send: (input: I) => Promise<O>,
): Promise<O | undefined> {
  try {
    return await send(input)
  } catch (error) {
    if (!isChanged(error)) throw error
    return (await mayWriteOver(CHANGED_ELSEWHERE)) ? send({ ...input, revision: undefined }) : undefined
  }
}

type Goes<I, O> = {
  send: (input: I) => Promise<O>
  /** Whether the sending whose answer was lost was this page's own. */
  own: boolean
  carriedOut: (first: O) => void
}

/**
 * Sends a text as `sendAsked` does. If an earlier sending, whose answer was lost, turns out to have been carried out,
 * `carriedOut` is called, and the new result of `input` is sent over it – unless that sending was another page's, or from
 * before a reload, and the person does not want it written over.
 */
export async function sendOn<I extends { revision?: number }, O>(
  input: () => I,
  { send, own, carriedOut }: Goes<I, O>,
) {
  try {
    return await sendAsked(input(), send)
  } catch (error) {
    const first = firstOf<O>(error)
    if (!first) throw error
    if (!own && !(await mayWriteOver(SAVED_BEFORE))) return undefined
    carriedOut(first)
    return sendAsked(input(), send)
  }
}

/** Whether the text's draft was deleted or sealed elsewhere: the text here can still be saved as a new one. */
export const isDraftGone = (error: CallError, draft_id: string): boolean =>
  error.code === CODE.missing && draft_id !== ''

/** `next`: words for the effect of pressing the button again. */
export const toastDraftGone = (next: string): void =>
  toast(`原来的草稿已不在草稿箱里，再点一次将${next}`, { ms: TOAST_ERROR_MS })
