import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/platform/caller.ts'
import type { Witness } from '#server/platform/clock/witness.ts'
import type { Found } from './clean/found.ts'
import type { Granted } from './grant.ts'

/** An object as the database knows it. `secret`: the object's own key, where the store encrypts (the disk does). */
export type Stored = { key: string; size: number; mime: string; secret: Buffer | undefined }

/**
 * `whole`: byte for byte, its owner's. `clean`: what others get – without where and with what it was made (docs/decisions/copies.md); a picture
 * that nobody can take apart is made anew for them.
 */
export type Version = 'whole' | 'clean'

/** The request's wishes about an object besides its bytes. */
export type Wish = {
  version: Version
  /** `x-oss-process`, already checked: a smaller picture, or the frame of a video at one second. */
  process?: { kind: 'resize'; width: number } | { kind: 'snapshot' }
  /** For downloads; already without what a header cannot hold. */
  name?: string
  /** For how long an address handed out for this may be good, in seconds. */
  seconds: number
  /** Everybody may see it now. */
  isShown?: boolean
}

/** Each throws when the store gives no answer in time; what is not there is undefined. In no backup, and moved nowhere. */
export type Beside = Witness & {
  remove: (name: string) => Promise<void>
  /** The names in a folder; a bucket is not asked for it. */
  list?: (folder: string) => Promise<string[]>
}

/** Where uploads lie: on our own disk, or in a bucket. Each throws `busy()` when it cannot be reached in time. */
export type ObjectStore = {
  kind: 'disk' | 'oss' | 's3'
  /** Other origins that pages must be allowed to load from and post to; none for the disk. */
  origins: readonly string[]
  /** How many bytes lie under this key now; undefined when there is nothing. */
  sizeOf: (key: string) => Promise<number | undefined>
  /** The bytes from `start` up to but without `end`. For looking at an object, not for serving it. */
  read: (object: Stored, start: number, end: number) => Promise<Buffer>
  /** The parts of an object that others do not get. */
  findCuts: (object: Stored) => Promise<Found>
  /** The same bytes under a key that is free; `secret` where the store encrypts. Whether they lie there `sizeOf` tells. */
  copy: (from: Stored, to: { key: string; secret: Buffer | undefined }) => Promise<void>
  /** Gone is gone; one that is not there is no error. */
  remove: (key: string) => Promise<void>
  /**
   * Credentials and forms with which this person may upload for an hour; on our own disk no longer than the sign-in holds.
   * `wait`: how the caller waits, when another service has to be asked for them.
   */
  grant: (caller: Caller, wait?: <T>(ask: () => Promise<T>) => Promise<T>) => Promise<Granted>
  /** Answers a GET that was already permitted: with the bytes (Range), or with a redirect to an address that is good for a while. */
  serve: (request: FastifyRequest, reply: FastifyReply, object: Stored, wish: Wish) => Promise<FastifyReply>
  /** Keeps what the database last knew, beside the objects and never among them. */
  witness: Witness
  /** Small texts beside the witness. */
  beside: Beside
  /** Removes what uploads that were cut short left a week ago; a bucket has rules of its own for that. */
  clearRemains?: (now: Date) => Promise<void>
  /** Routes of its own, where uploads come to ourselves. */
  routes?: (app: FastifyInstance) => void
}
