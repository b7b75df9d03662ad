import { timingSafeEqual } from 'node:crypto'
import { partsOf } from '#contract/media.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Version } from './store.ts'

const MAC_BYTES = 24
const SECONDS = { image: 600, video: 3600, file: 600 } as const
const DAY_SECONDS = 86_400
const PERMISSION = /^(\d{1,12})\.([\w-]{32})$/

type Signer = { keys: Keys; now: () => Date }
export type Permitted = { seconds: number; version: Version }

/**
 * The word in the MAC. `object` was everybody's until others were given another version than the owner: an address handed out
 * then is for others, and so is one that an older version of us, beside this one, hands out.
 */
const WORD: Record<Version, string> = { clean: 'object', whole: 'whole' }

/**
 * The address of an object for someone who may see it now: good for 5 to 10 minutes, a video's for 30 to 60. `whole` is its
 * owner's alone.
 */
export const addressOf = (signer: Signer, key: string, version: Version): string =>
  `/m/${permit(signer, `${WORD[version]} ${key}`, SECONDS[partsOf(key).kind])}/${key}`

/** A picture that everybody may see who sees its person: the same address for half a day, its person's too. */
export const avatarAddress = (signer: Signer, key: string): string =>
  `/m/${permit(signer, `${WORD.clean} ${key}`, DAY_SECONDS)}/${key}`

/** With a key behind it, the address of whatever this person uploaded; for a day. A sealed object has no address at all. */
export const previewOf = (signer: Signer, userId: number): string =>
  `/m/${permit(signer, `own ${userId}`, DAY_SECONDS)}/`

/** For how many seconds more this permission is good for this key, and for which version of it; undefined when it is not. */
export function readPermission({ keys, now }: Signer, permission: string, key: string): Permitted | undefined {
  const [, expiry = '', mac = ''] = PERMISSION.exec(permission) ?? []
  const seconds = Number(expiry) - Math.floor(now().getTime() / 1000)
  if (!mac || seconds <= 0) return undefined
  const given = Buffer.from(mac, 'base64url')
  const holds = (what: string) => timingSafeEqual(given, macOf(keys, expiry, what))
  if (holds(`${WORD.clean} ${key}`)) return { seconds, version: 'clean' }
  const isOwners = holds(`${WORD.whole} ${key}`) || holds(`own ${partsOf(key).owner}`)
  return isOwners ? { seconds, version: 'whole' } : undefined
}

/** The expiry moves in steps of half the time, so that an address stays the same for a while and browsers keep what it gave. */
function permit({ keys, now }: Signer, what: string, seconds: number): string {
  const step = seconds / 2
  const expiry = String((Math.floor(now().getTime() / 1000 / step) + 2) * step)
  return `${expiry}.${macOf(keys, expiry, what).toString('base64url')}`
}

const macOf = (keys: Keys, expiry: string, what: string): Buffer =>
  keys.hmac('media', `${expiry} ${what}`).subarray(0, MAC_BYTES)
