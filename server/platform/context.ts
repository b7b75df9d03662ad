import type { FastifyBaseLogger } from 'fastify'
import type { CallName, Calls, Output, Parsed } from '#contract/calls.ts'
import type { Role } from '#contract/desk.ts'
import type { LinkChannel } from '#contract/notice.ts'
import type { StepAside } from '#server/core/concurrency/semaphore.ts'
import type { Metrics } from '#server/core/metrics.ts'
import type { Caller, Once } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Ids } from '#server/platform/db/ids.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import type { EndingWatch } from '#server/platform/ending.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { ObjectStore } from '#server/platform/media/store.ts'
import type { LogHead } from '#server/platform/message/texts.ts'
import type { Words } from '#server/platform/moderation/words.ts'
import type { Gates, WaitFor } from '#server/platform/outside/gates.ts'
import type { Writings } from '#server/platform/writings.ts'

/** The services that the whole process shares. */
export type Services = {
  config: Config
  db: Db
  /** A standby for public lists and search (db/readViaReplica.ts), where there is one. */
  replica?: Replica | undefined
  keys: Keys
  ids: Ids
  media: ObjectStore
  /** The words that are refused in public, the operator's own among them. */
  words: () => Promise<Words>
  /** The newest published checkpoint of the log of receipts, for the foot of letters; undefined while the log is empty. */
  logHead: () => Promise<LogHead | undefined>
  log: FastifyBaseLogger
  /** The counters of this process, for /metrics. */
  metrics: Metrics
  /** The gates to the platforms that are not ours. */
  gates: Gates
  /** The process's clock; rules get the time from here and never ask themselves. */
  now: () => Date
  /** Whether time can be trusted: asked in every statement that opens or plans to send. */
  clock: Clock
  /** How far the end of the product has come. */
  ending: EndingWatch
  /** The writings that this process has lately acknowledged to people. */
  writings: Writings
  whyNotReady: () => string | undefined
  /** Why no new request may use the database while it stands still. */
  whyStill: () => string | undefined
  /** Asks the database why it serves only reads; throws when it serves nothing. */
  whyNoWrites: () => Promise<string | undefined>
  /** The database's connections, where it is a server. */
  pool?: (() => { total: number; idle: number; waiting: number }) | undefined
  /** The embedded database's files as they are at one moment, in a folder that is free; a server has its own ways. */
  copyTo?: ((folder: string) => Promise<void>) | undefined
}

/** Who asks, before any sign-in (requestContext.ts). */
export type RequestContext = Services & {
  address: string
  source: string
  /** The site as the browser names it: PUBLIC_URL, or the address it asked at while none is set. */
  origin: string
  userAgent: string
  /** Asked from this very machine in development (development.ts). */
  isDeveloper: () => boolean
}
/** The context of one call, besides its input. */
export type Context = RequestContext & {
  once: Once | undefined
  cookies: Cookies
  /** Gives the call's place at the door to another call while it waits for a service that is not ours. */
  stepAside: StepAside
  /** Waits for a platform at its gate. */
  waitFor: WaitFor
}
/** For the browser alone: never a sign-in, only what binds a trip to a platform to it, or says who has signed in on it. */
export type Cookies = {
  get: (name: string) => string | undefined
  set: (name: string, value: string, options: { path: string; seconds: number }) => void
}
export type UserContext = Context & { caller: Caller }

/** A contact, or a receiver, who came by the link of one capsule and may see that one alone. */
export type Holder = { capsuleId: number; channel: LinkChannel; generation: number }

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
