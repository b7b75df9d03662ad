import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

const COOKIE = 'device'
/** As long as browsers keep a cookie; every sign-in renews it. */
const DAYS = 400
const ID_BYTES = 16
const MAC_BYTES = 16
/** How many people may be known on one device: the newest. */
const MOST_PEOPLE = 5
const FORM = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/

type Kind = 'person' | 'operator'
/** Whose device it is. Bound to the stored password: a new one ends what was known by the old. */
type Whose = { id: number; password_hash: string | null }

/**
 * Which device of theirs asks; undefined when they have not signed in on it with the password they have now. The cookie
 * signs nobody in: wrong passwords of a device count apart, and that is all. `find` looks up the account that is named; it is
 * called only where there is such a cookie.
 */
export async function deviceOf(
  { cookies, keys }: Pick<Context, 'cookies' | 'keys'>,
  kind: Kind,
  find: () => Promise<Whose | undefined>,
): Promise<string | undefined> {
  const { device, macs } = read(cookies)
  if (!device) return undefined
  const whose = await find()
  const right = macOf(keys, `${kind} ${whose?.id ?? 0} ${whose?.password_hash ?? ''} ${device}`)
  const known = macs.filter((mac) => timingSafeEqual(Buffer.from(mac, 'base64url'), right)).length > 0
  return known && whose?.password_hash ? device : undefined
}

/** A person who has just signed in here is known on this device from now on. */
export function rememberDevice(
  { cookies, keys }: Pick<Context, 'cookies' | 'keys'>,
  kind: Kind,
  { id, password_hash }: Whose,
): void {
  if (password_hash === null) return
  const { device = randomBytes(ID_BYTES).toString('base64url'), macs } = read(cookies)
  const mine = macOf(keys, `${kind} ${id} ${password_hash} ${device}`).toString('base64url')
  const remembered = [mine, ...macs.filter((mac) => mac !== mine)].slice(0, MOST_PEOPLE)
  cookies.set(COOKIE, [device, ...remembered].join('.'), { path: '/api', seconds: DAYS * 86_400 })
}

function read(cookies: Context['cookies']): { device?: string; macs: string[] } {
  const text = cookies.get(COOKIE) ?? ''
  if (!FORM.test(text)) return { macs: [] }
  const [device, ...macs] = text.split('.') as [string, ...string[]]
  return { device, macs }
}

const macOf = (keys: Keys, text: string): Buffer => keys.hmac('device', text).subarray(0, MAC_BYTES)
