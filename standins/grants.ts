import { randomBytes } from 'node:crypto'

type Grant<T> = { value: T; until: number; used: boolean }
export type Taken<T> = { state: 'good'; value: T } | { state: 'unknown' | 'used' | 'expired' }

/** Codes and tokens given out: each is a secret that stands for something until its time is over. */
export function makeGrants<T>(now: () => number) {
  const grants = new Map<string, Grant<T>>()
  const look = (secret: string): Taken<T> => {
    const grant = grants.get(secret)
    if (!grant) return { state: 'unknown' }
    if (grant.used) return { state: 'used' }
    if (grant.until <= now()) return { state: 'expired' }
    return { state: 'good', value: grant.value }
  }
  return {
    give: (value: T, seconds: number): string => {
      const secret = randomBytes(24).toString('base64url')
      grants.set(secret, { value, until: now() + seconds * 1000, used: false })
      return secret
    },
    look,
    /** Taking a code uses it up. */
    take: (secret: string): Taken<T> => {
      const taken = look(secret)
      if (taken.state === 'good') grants.get(secret)!.used = true
      return taken
    },
  }
}
