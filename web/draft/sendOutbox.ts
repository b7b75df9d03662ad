import type { Input, Output } from '#contract/calls.ts'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import { call, firstOf } from '#web/api.ts'
import { queryClient } from '#web/queryClient.ts'
import { makeStale } from '#web/stale.ts'
import { CallError, NO_ANSWER } from '#web/transport.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'
import { forgetDraft } from './forgetDraft.ts'
import { alone, isOffline, type Outgoing, putOut, secondsSince, takeOut, waitingOf } from './outbox.ts'

/** The server remembers a key for 30 days: what may have reached it longer ago is not sent again unasked. */
const SURE_FOR_MS = 25 * 86_400_000
const TOO_OLD = '隔了太久，可能已经保存过。请核对后再保存'

/**
 * Sends what was saved without a network, the oldest first and each once; stops where there is still no answer, until the
 * next minute.
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

/** Something else that was sent under this key before has been carried out: this is written over it. */
async function deliver({ call: name, input, key, at }: Outgoing): Promise<void> {
  const aged = name === 'createDiaryCapsule' ? { ...input, written_ago: secondsSince(at) } : input
  try {
    await call(name, aged, { idempotencyKey: key, impatient: true })
  } catch (error) {
    const first = firstOf<First>(error)
    if (!first) throw error
    await writeOver(name, input, first, `${key}-again`)
  }
}

async function writeOver(name: Outgoing['call'], input: Outgoing['input'], first: First, key: string): Promise<void> {
  const { capsule_id, revision } = first
  if (name === 'createDiaryCapsule' || name === 'diaryEdit') {
    const { content } = input as Input<'diaryEdit'>
    await call('diaryEdit', { capsule_id, content, revision }, { idempotencyKey: key, impatient: true })
    return
  }
  const changed = { ...(input as Input<'createTimeDraft'>), draft_id: capsule_id, revision }
  await call(name, changed, { idempotencyKey: key, impatient: true })
}
