import type { Kind } from '#contract/wallet.ts'

/**
 * Why balances move. `scope` and `key` are unique together; the record of `userId` says `reason`. `at`: the moment, where it is
 * made up; otherwise the database's now.
 */
export type Cause = { userId: number; scope: string; key: string; reason: string; at?: Date }
export type Amount = { kind: Kind; amount: number }

/** One side of a movement: a person's balance goes up or down – with words of its own where they differ from the cause's. */
export type OwnLeg = Amount & { ownerId: number; reason?: string }
/** The system's side: where new capsules come from, and where spent ones go. */
export type SystemLeg = Amount & { system: 'issued' | 'consumed' }
export type Leg = OwnLeg | SystemLeg

/** In a reason: the nickname of the other side, as it is when the record is read. Nobody's name is kept in the ledger. */
export const OTHER = '…'

export type Movement = ReturnType<typeof movementOf>

/** A movement as the values of a statement (`movementSql`). Throws a bug where the legs of a kind do not sum to zero. */
export function movementOf(cause: Cause, legs: readonly Leg[]) {
  refuseUnbalanced(cause.scope, legs)
  return {
    ...cause,
    at: cause.at?.toISOString() ?? null,
    owners: legs.map((leg) => (isOwn(leg) ? leg.ownerId : null)),
    systems: legs.map((leg) => (isOwn(leg) ? null : leg.system)),
    kinds: legs.map(({ kind }) => kind),
    amounts: legs.map(({ amount }) => amount),
    reasons: legs.map((leg) => (isOwn(leg) && leg.reason) || null),
  }
}

/** Takes from one balance, for good. */
export const spendingOf = ({ kind, amount, ...cause }: Cause & Amount): Movement =>
  movementOf(cause, spendingLegs({ userId: cause.userId, kind, amount }))

export const spendingLegs = ({ userId, kind, amount }: Amount & { userId: number }): Leg[] => [
  { ownerId: userId, kind, amount: -amount },
  { system: 'consumed', kind, amount },
]

/** New ones, to one person. */
export const grantLegs = (userId: number, amounts: readonly Amount[]): Leg[] =>
  amounts.flatMap(({ kind, amount }): Leg[] => [
    { ownerId: userId, kind, amount },
    { system: 'issued', kind, amount: -amount },
  ])

/** From one person, who reads the cause's reason, to another, who reads `toReason`. */
export const transferLegs = ({ userId, toUserId, toReason, amounts }: Transfer): Leg[] =>
  amounts.flatMap(({ kind, amount }): Leg[] => [
    { ownerId: userId, kind, amount: -amount },
    { ownerId: toUserId, kind, amount, reason: toReason },
  ])
type Transfer = { userId: number; toUserId: number; toReason: string; amounts: readonly Amount[] }

export const isOwn = (leg: Leg): leg is OwnLeg => 'ownerId' in leg

function refuseUnbalanced(scope: string, legs: readonly Leg[]): void {
  const sums = new Map<string, number>()
  for (const { kind, amount } of legs) sums.set(kind, (sums.get(kind) ?? 0) + amount)
  const isWhole = legs.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)
  const own = legs.filter(isOwn).map(({ ownerId, kind }) => `${ownerId} ${kind}`)
  if (own.length === 0 || !isWhole || [...sums.values()].some((sum) => sum !== 0) || new Set(own).size < own.length)
    throw new Error(`${scope} is no movement`)
}
