import { createHash, timingSafeEqual } from 'node:crypto'
import type { Services } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

const EVENT_SECONDS = 600
const MAC_BYTES = 24
const PERMISSION = /^(\d{1,12})\.([\w-]{32})$/

type Signer = Pick<Services, 'keys' | 'now'>

const secondsNow = ({ now }: Signer): number => Math.floor(now().getTime() / 1000)

/** The address of this capsule's calendar entry: good for ten minutes, for anyone who holds it. */
export function eventAddress(signer: Signer, id: number): string {
  const expiry = String(secondsNow(signer) + EVENT_SECONDS)
  return `/calendar/event/${expiry}.${macOf(signer.keys, expiry, id).toString('base64url')}/${id}.ics`
}

/** Whether this permission is still good for this capsule. */
export function mayHaveEvent(signer: Signer, permission: string, id: number): boolean {
  const [, expiry = '', mac = ''] = PERMISSION.exec(permission) ?? []
  if (!mac || Number(expiry) <= secondsNow(signer)) return false
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(signer.keys, expiry, id))
}

const macOf = (keys: Keys, expiry: string, id: number): Buffer =>
  keys.hmac('calendar', `event ${expiry} ${id}`).subarray(0, MAC_BYTES)

/** The secret of a feed; a new generation ends the one before. */
export const feedToken = (keys: Keys, userId: number, generation: number): string =>
  keys.hmac('calendar', `feed ${userId} ${generation}`).toString('base64url')

/** All that is kept of a feed's token. */
export const feedHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const feedAddress = (origin: string, token: string): string => `${origin}/calendar/feed/${token}.ics`
