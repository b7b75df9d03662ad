import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { CallName, Calls, Output, Parsed } from '#contract/calls.ts'
import type { Role } from '#contract/desk.ts'
import type { ContactChannel } from '#contract/notice.ts'
import type { Clock } from '#server/clock/clock.ts'
import type { Config } from '#server/config.ts'
import type { Ids } from '#server/db/ids.ts'
import type { Replica } from '#server/db/replica.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Figures } from '#server/figures.ts'
import type { Keys } from '#server/keys/keys.ts'
import type { Writings } from '#server/loss/writings.ts'
import type { ObjectStore } from '#server/media/store.ts'
import type { Words } from '#server/moderation/words.ts'
import type { Gates, WaitFor } from '#server/outside/gates.ts'
import type { StepAside } from '#server/turns.ts'

export type Db = Kysely<Tables>
/** The same inside a transaction: what locks, or moves balances, asks for one. */
export type Tx = Transaction<Tables>

/** What the whole process shares. */
export type Services = {
  config: Config
  db: Db
  /** A standby for public lists and search (db/chosen.ts), where there is one. */
  replica?: Replica | undefined
  keys: Keys
  ids: Ids
  media: ObjectStore
  /** What is not said in public, the operator's own words among it. */
  words: () => Promise<Words>
  log: FastifyBaseLogger
  /** What this process counts of itself, for /metrics. */
  figures: Figures
  /** To the platforms that are not ours. */
  gates: Gates
  /** The process's clock; rules get the time from here and never ask themselves. */
  now: () => Date
  /** Whether time can be trusted: asked in every statement that opens or plans to send. */
  clock: Clock
  /** What this process has lately acknowledged to people. */
  writings: Writings
  whyNotReady: () => string | undefined
  /** Why nobody new may ask the database: it stands still. */
  whyStill: () => string | undefined
  /** Asks the database why it serves reads alone; throws when it serves nothing. */
  whyNoWrites: () => Promise<string | undefined>
  /** The database's connections, where it is a server. */
  pool?: (() => { total: number; idle: number; waiting: number }) | undefined
  /** The embedded database's files as they are at one moment, in a folder that is free; a server has its own ways. */
  copyTo?: ((folder: string) => Promise<void>) | undefined
}

export type Caller = { userId: number; sessionId: number }
/** The caller's Idempotency-Key with the hash of what was asked. `forSeconds`: for how long it tells repeats, where not for good. */
export type Once = { key: string; call: CallName; requestHash: Buffer; forSeconds?: number }

/** Who asks, before any sign-in (asker.ts). */
export type Asker = Services & {
  address: string
  source: string
  /** The site as the browser names it: PUBLIC_URL, or the address it asked at while none is set. */
  origin: string
  userAgent: string
  /** Asked from this very machine in development (development.ts). */
  isDeveloper: () => boolean
}
/** What one call knows besides its input. */
export type Context = Asker & {
  once: Once | undefined
  cookies: Cookies
  /** Gives its place at the door to somebody else while it waits for what is not ours. */
  stepAside: StepAside
  /** The same at a platform's gate. */
  waitFor: WaitFor
}
/** For the browser alone: never a sign-in, only what binds a trip to a platform to it, or says who has signed in on it. */
export type Cookies = {
  get: (name: string) => string | undefined
  set: (name: string, value: string, options: { path: string; seconds: number }) => void
}
export type UserContext = Context & { caller: Caller }

/** A contact who came by the link of one capsule and may see that one alone. */
export type Holder = { capsuleId: number; channel: ContactChannel; generation: number }

export type Operator = { operatorId: number; sessionId: number; name: string; roles: readonly Role[] }
export type OperatorContext = Context & { operator: Operator }

/** A call that works with and without a sign-in. */
export type EitherContext = Context & { caller: Caller | undefined; holder?: Holder }

type ContextOf<N extends CallName> = Calls[N]['who'] extends 'user'
  ? UserContext
  : Calls[N]['who'] extends 'either'
    ? EitherContext
    : Calls[N]['who'] extends 'operator'
      ? OperatorContext
      : Context
export type Handler<N extends CallName> = (context: ContextOf<N>, input: Parsed<N>) => Promise<Output<N>>
export type Handlers = { [N in CallName]: Handler<N> }
