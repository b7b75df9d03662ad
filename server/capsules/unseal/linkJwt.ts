import { CODE, type Code, TEXT } from '#contract/codes.ts'
import type { LinkChannel } from '#contract/notice.ts'
import { Fail } from '#server/core/fail.ts'
import type { Context, Holder } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'capsule'
const AUDIENCE = 'link'
const VALID_MS = 86_400_000

type Claims = { channel: LinkChannel; generation: number }

/** The token that lets the holder of a link read its one capsule for a day. */
export async function signHolder({ keys, now }: Context, { capsuleId, ...claims }: Holder): Promise<string> {
  const { SignJWT } = await loadJose()
  return new SignJWT(claims satisfies Claims)
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(capsuleId))
    .setExpirationTime(new Date(now().getTime() + VALID_MS))
    .sign(secretOf(keys))
}

/**
 * The person who came by an unseal link, by its JWT; undefined when the bearer is none: a sign-in has no dots. Throws 2005 when
 * it has expired, 2006 when it is not ours.
 */
export async function findHolder(keys: Keys, authorization: string | undefined): Promise<Holder | undefined> {
  const jwt = /^Bearer (\S+\.\S*)$/.exec(authorization ?? '')?.[1]
  return jwt === undefined ? undefined : verify(keys, jwt)
}

async function verify(keys: Keys, jwt: string): Promise<Holder> {
  const { errors, jwtVerify } = await loadJose()
  try {
    const { payload } = await jwtVerify<Claims>(jwt, secretOf(keys), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'channel', 'generation'],
    })
    return { capsuleId: Number(payload.sub), channel: payload.channel, generation: payload.generation }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw over(CODE.tokenExpired)
    if (error instanceof errors.JOSEError) throw over(CODE.tokenInvalid)
    throw error
  }
}

/** With the first link that somebody follows. */
const loadJose = () => import('jose')

const secretOf = (keys: Keys): Buffer => keys.hmac('jwt', 'unseal link')

const over = (code: Code): Fail => new Fail(code, TEXT.signInOver)
