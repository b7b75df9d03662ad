import { randomUUID } from 'node:crypto'
import { type CallName, calls, type Input, type Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { inSeconds, later } from '../client.ts'
import type { Member } from '../crowd.ts'

/** The people's answers and failures while something happened to the machines. */
export type Seen = {
  calls: number
  acknowledged: number
  /** Acknowledged capsules that are not where they must be. */
  lost: string[]
  /** Capsules paid for more or less than once, by the balance after each sealing. */
  miscounted: string[]
  /** Answers that are neither the right one nor 503. */
  wrong: string[]
  unavailable: number
  /** Connections that ended without an answer: of which call, and how. */
  broken: string[]
  /** The longest time in which nobody's sealing was acknowledged, in milliseconds. */
  stillMs: number
}

const TRY_AGAIN_MS = 250
const LIMIT_MS = 70_000
/** Far enough ahead that a sealing's day is not past yet when it is repeated after a failover. */
const DUE_SECONDS = 45
const EVERY = 5

type Sealed = { id: string; words: string; dueAt: number }
export type Load = Awaited<ReturnType<typeof startPeople>>

/**
 * People who seal, look at their balance, list and detail, and open capsules that are due; a call without an answer is
 * repeated with its key. `url` is the balancer's address.
 */
export function startPeople(url: string, members: (Member & { balance: number })[]) {
  const all = new Map<string, Sealed[]>(members.map(({ id }) => [id, []]))
  let seen = nothingSeen()
  let lastAt = performance.now()
  let going = true

  const loops = members.map((member) => live(member))

  async function live(member: Member & { balance: number }): Promise<void> {
    for (let turn = 0; going; turn++) {
      await sealOne(member, turn % EVERY === 0 ? DUE_SECONDS : 86_400)
      await openDue(member)
    }
  }

  async function sealOne(member: Member & { balance: number }, seconds: number): Promise<void> {
    const words = `<p>${randomUUID()}</p>`
    const dueAt = Date.now() + seconds * 1000
    const input = { content: [{ type: 0 as const, content: words, comment: '' }], open_time: inSeconds(seconds) }
    const sealed = await insist(member, 'createTimeCapsule', input)
    if (!sealed) return
    seen.acknowledged += 1
    noteTime()
    all.get(member.id)!.push({ id: sealed.capsule_id, words, dueAt })
    member.balance -= 1
    const info = await insist(member, 'userInfo', {})
    if (info && info.user.time_count !== member.balance) {
      seen.miscounted.push(`${sealed.capsule_id}: ${info.user.time_count} in place of ${member.balance}`)
      member.balance = info.user.time_count
    }
    await insist(member, 'myClosedCapsules', {})
    const detail = await insist(member, 'capsuleDetail', { capsule_id: sealed.capsule_id })
    if (detail && JSON.stringify(detail).includes(words.slice(3, -4)))
      seen.wrong.push(`${sealed.capsule_id} is readable`)
  }

  async function openDue(member: Member): Promise<void> {
    const mine = all.get(member.id)!
    const due = mine.find(({ dueAt }) => dueAt < Date.now() - 2_000)
    if (!due) return
    due.dueAt = Number.POSITIVE_INFINITY
    const opened = await insist(member, 'unseal', { capsule_id: due.id }, (code) => code === CODE.refused)
    if (!opened) return
    const detail = await insist(member, 'capsuleDetail', { capsule_id: due.id })
    if (detail && !JSON.stringify(detail).includes(due.words.slice(3, -4))) seen.lost.push(due.id)
  }

  function noteTime(): void {
    const now = performance.now()
    seen.stillMs = Math.max(seen.stillMs, now - lastAt)
    lastAt = now
  }

  /** Asks until there is an answer; a refusal that is not `allowed` is noted, and not repeated. */
  async function insist<N extends CallName>(
    { token }: Member,
    name: N,
    input: Input<N>,
    allowed: (code: number) => boolean = () => false,
  ): Promise<Output<N> | undefined> {
    const key = 'once' in calls[name] ? { 'idempotency-key': String(randomUUID()) } : undefined
    const body = JSON.stringify(input)
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...key,
    }
    const deadline = performance.now() + LIMIT_MS
    while (performance.now() < deadline) {
      seen.calls += 1
      try {
        const response = await fetch(url + calls[name].path, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(20_000),
        })
        const answer = (await response.json()) as { code: number; message: string; data: Output<N> }
        if (response.status === 200 && answer.code === CODE.ok) return answer.data
        if (response.status !== 503) {
          if (!allowed(answer.code)) seen.wrong.push(`${name}: ${response.status} ${answer.code} ${answer.message}`)
          return undefined
        }
        seen.unavailable += 1
      } catch (error) {
        seen.broken.push(`${name}: ${wordsOf(error as Error)}`)
      }
      await later(TRY_AGAIN_MS)
    }
    seen.wrong.push(`${name}: no answer within ${LIMIT_MS / 1000} s`)
    return undefined
  }

  return {
    /** Everything seen since the last call of this. */
    seen: (): Seen => {
      const before = seen
      seen = nothingSeen()
      return before
    },
    forgetTime: (): void => {
      lastAt = performance.now()
    },
    /** Every capsule that was acknowledged, by owner. */
    sealed: (): Map<string, string[]> => new Map([...all].map(([owner, list]) => [owner, list.map(({ id }) => id)])),
    stop: async (): Promise<void> => {
      going = false
      await Promise.all(loops)
    },
  }
}

const nothingSeen = (): Seen => ({
  ...{ calls: 0, acknowledged: 0, lost: [], miscounted: [], wrong: [], unavailable: 0, broken: [], stillMs: 0 },
})

/** An error's words: `fetch` puts the true reason into the cause of its error. */
const wordsOf = ({ message, cause }: Error): string => (cause ? `${message} (${(cause as Error).message})` : message)
