import { copyRequestId } from './copyRequestId.ts'
import { toast } from './toast.tsx'

/** Ours: how long what can be copied stays, or it would be gone before it is read. */
const WITH_ID_MS = 8_000

/** Says why something failed, for `ms`; a fault of the server with the id of its request. */
export function toastFailure({ message, requestId }: { message: string; requestId?: string }, ms: number): void {
  const below = copyRequestId(requestId)
  toast(message, { ms: below ? Math.max(ms, WITH_ID_MS) : ms, below })
}
