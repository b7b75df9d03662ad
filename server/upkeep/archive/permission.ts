import { timingSafeEqual } from 'node:crypto'
import type { Services } from '#server/platform/context.ts'

const SECONDS = 6 * 3_600
const MAC_BYTES = 24
const PERMISSION = /^(\d{1,12})\.([\w-]{32})$/

type Signer = Pick<Services, 'keys' | 'now'>

/** The address of a part, good for six hours; whether the archive still lives is asked at each request. */
export function addressOfPart({ keys, now }: Signer, id: number, part: number): string {
  const expiry = String(Math.floor(now().getTime() / 1000) + SECONDS)
  return `/export/${expiry}.${macOf(keys, expiry, id, part).toString('base64url')}/${id}-${part}.zip`
}

export function isPermitted({ keys, now }: Signer, permission: string, id: number, part: number): boolean {
  const [, expiry = '', mac = ''] = PERMISSION.exec(permission) ?? []
  if (!mac || Number(expiry) * 1000 <= now().getTime()) return false
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(keys, expiry, id, part))
}

const macOf = (keys: Signer['keys'], expiry: string, id: number, part: number): Buffer =>
  keys.hmac('archive', `${expiry} ${id} ${part}`).subarray(0, MAC_BYTES)
