import type { Input, Output } from '#contract/calls.ts'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import { call, firstOf } from '#web/client/api.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { makeStale } from '#web/client/stale.ts'
import { CallError, NO_ANSWER } from '#web/client/transport.ts'
import { diaryChange } from '#web/draft/current/diaryChange.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'
import { forgetDraft } from './forgetDraft.ts'
import { alone, isOffline, type Outgoing, putOut, secondsSince, takeOut, waitingOf } from './outbox.ts'

/** The server remembers a key for 30 days: an entry that may have reached it longer ago is not sent again unasked. */
const SURE_FOR_MS = 25 * 86_400_000
const TOO_OLD = '隔了太久，可能已经保存过。请核对后再保存'

/**
 * Sends the entries that were saved without a network, the oldest first and each once; stops where there is still no answer,
 * until the next minute.
 */
export async function sendOutbox(owner: string): Promise<void> {
  if (isOffline()) return
  const sent = await alone(async () => {
    let count = 0
    for (const entry of await waitingOf(owner)) {
      if (entry.refused !== undefined) continue
      const came = await goOut(entry)
      if (came === 'stop') break
      if (came === 'sent') count += 1
    }
    return count
  })
  if (sent > 0) toast(`网络恢复了，刚才的 ${sent} 份内容已保存`)
}

async function goOut(entry: Outgoing): Promise<'sent' | 'stays' | 'stop'> {
  if (entry.triedAt !== undefined && deviceNow() - entry.triedAt > SURE_FOR_MS) return refuse(entry, TOO_OLD)
  if (entry.triedAt === undefined) await putOut({ ...entry, triedAt: deviceNow() })
  try {
    await deliver(entry)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === NO_ANSWER || SIGN_IN_OVER.includes(error.code)) return 'stop'
    return refuse(entry, error.message)
  }
  await takeOut(entry.key)
  makeStale(queryClient, entry.call)
  // The draft that a diary was made of is gone with it.
  if (entry.call === 'createDiaryCapsule')
    forgetDraft(entry.owner, { id: entry.draft.draft_id, type: entry.draft.type })
  return 'sent'
}

async function refuse(entry: Outgoing, why: string): Promise<'stays'> {
  await putOut({ ...entry, refused: why })
  toast(`有一份内容没能保存：${why}`)
  return 'stays'
}

type First = Output<'createTimeDraft'>

/** Sends an entry. If an earlier text under this key has been carried out, writes this one over it. */
async function deliver(entry: Outgoing): Promise<void> {
  const { call: name, input, key, at } = entry
  const aged = name === 'createDiaryCapsule' ? { ...input, written_ago: secondsSince(at) } : input
  try {
    await call(name, aged, { idempotencyKey: key, noRetry: true })
  } catch (error) {
    const first = firstOf<First>(error)
    if (!first) throw error
    await writeOver(entry, first)
  }
}

async function writeOver({ call: name, input, draft, key }: Outgoing, { capsule_id, revision }: First): Promise<void> {
  const again = { idempotencyKey: `${key}-again`, noRetry: true }
  if (name === 'createDiaryCapsule' || name === 'diaryEdit') {
    await call('diaryEdit', diaryChange(draft, draft.content, { id: capsule_id, revision }), again)
    return
  }
  const changed = { ...(input as Input<'createTimeDraft'>), draft_id: capsule_id, revision }
  await call(name, changed, again)
}
