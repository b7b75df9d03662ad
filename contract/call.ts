import type { z } from 'zod'
import type { Role } from './desk.ts'

/**
 * `anyone` needs no sign-in, `user` needs one; `either` works with and without, and knows which. `operator` needs an
 * operator's, which is worth nothing elsewhere.
 */
export type Who = 'anyone' | 'either' | 'user' | 'operator'

export type Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  path: string
  who: W
  input: I
  /** The shape of `data`; the API page, the client's types and the tests come from it. */
  output: O
  /** Changes nothing that is kept: whoever stands between may repeat it. */
  reads: boolean
  /** May be sent with `Idempotency-Key`: the same key from the same user does nothing twice. */
  once?: true
  /** Without a key the same from the same user within `ALIKE_SECONDS` is a double tap, and does nothing twice either. */
  alike?: true
  /** Fields that a repeat may say anew: no part of what tells it from a second one. */
  anew?: readonly string[]
  /** Takes the JWT of an unseal link in place of a sign-in. */
  link?: true
  /** What an operator must be allowed to do; any of them without. */
  role?: Role
}

type Line<W extends Who, I extends z.ZodType, O extends z.ZodType> = Omit<
  Call<W, I, O>,
  'reads' | 'once' | 'alike' | 'anew' | 'link' | 'role'
>

/** A call that only reads. */
export function reads<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  options: { link?: true } = {},
): Line<W, I, O> & { reads: true; link?: true } {
  return { path, who, input, output, reads: true, ...options }
}

/** A call that changes something; a repeat of it does no harm. */
export function writes<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
): Line<W, I, O> & { reads: false } {
  return { path, who, input, output, reads: false }
}

/** A call that changes something, and whose repeat is told from a second one by its key. */
export function once<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  options: Pick<Call, 'alike' | 'anew'> = {},
): Line<W, I, O> & { reads: false; once: true } & Pick<Call, 'alike' | 'anew'> {
  return { path, who, input, output, reads: false, once: true, ...options }
}

/** A call of the operators' desk for those of this role. */
export const of = <R extends Role, C extends Line<'operator', z.ZodType, z.ZodType>>(
  role: R,
  line: C,
): C & { role: R } => ({
  ...line,
  role,
})
