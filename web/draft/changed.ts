import { CODE } from '#contract/codes.ts'
import { CHANGED_ELSEWHERE, SAVED_BEFORE } from '#contract/draft.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { firstOf } from '#web/api.ts'
import { CallError } from '#web/transport.ts'
import { confirm } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The server refused because it holds something newer than what the writer began with. */
const isChanged = (error: unknown): boolean =>
  error instanceof CallError && (error.data as { changed?: boolean } | undefined)?.changed === true

/** Asks whether that may be written over all the same. */
export const mayWriteOver = (why: string): Promise<boolean> =>
  confirm({ text: `${why}，要用现在的内容覆盖吗？`, ok: '覆盖', danger: true })

/** Sends it; over what was changed elsewhere only when the person wants that, and undefined when not. */
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
  /** The sending whose answer was lost was this page's own. */
  own: boolean
  carriedOut: (first: O) => void
}

/**
 * Sends it as `sendAsked` does. When it turns out that an earlier sending, whose answer was lost, had been carried out,
 * `carriedOut` is told, and what `input` gives then goes on from there – unless it was another page's, or from before a
 * reload, and the person does not want it written over.
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

/** The draft it came from was deleted or sealed elsewhere: what stands here can still be saved by itself. */
export const isDraftGone = (error: CallError, draft_id: string): boolean =>
  error.code === CODE.missing && draft_id !== ''

/** `next`: what the same press does the next time. */
export const toastDraftGone = (next: string): void =>
  toast(`原来的草稿已不在草稿箱里，再点一次将${next}`, { ms: TOAST_ERROR_MS })
