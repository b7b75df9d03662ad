import type { z } from 'zod'
import type { Role } from './desk.ts'

/**
 * `anyone` needs no sign-in, `user` needs one; `either` works with and without, and knows which. `operator` needs an operator's
 * sign-in, which is worth nothing elsewhere.
 */
export type Who = 'anyone' | 'either' | 'user' | 'operator'

export type Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  path: string
  who: W
  input: I
  /** The shape of `data`; the API page, the client's types and the tests come from it. */
  output: O
  /** Changes no stored data: a proxy on the way may repeat the call. */
  reads: boolean
  /** May be sent with `Idempotency-Key`: the same key from the same user does nothing twice. */
  once?: true
  /** Without a key the same input from the same user within `ALIKE_SECONDS` is a double tap, and does nothing twice either. */
  alike?: true
  /** Fields that may differ in a repeat: they do not make it a second call. */
  anew?: readonly string[]
  /** Takes the JWT of an unseal link in place of a sign-in. */
  link?: true
  /** The role an operator must have; without it any operator may make the call. */
  role?: Role
}

type CallFields<W extends Who, I extends z.ZodType, O extends z.ZodType> = Omit<
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
): CallFields<W, I, O> & { reads: true; link?: true } {
  return { path, who, input, output, reads: true, ...options }
}

/** A call that changes something; a repeat of it does no harm. */
export function writes<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
): CallFields<W, I, O> & { reads: false } {
  return { path, who, input, output, reads: false }
}

/** A call that changes something, and whose repeat is told from a second one by its key. */
export function once<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  options: Pick<Call, 'alike' | 'anew'> = {},
): CallFields<W, I, O> & { reads: false; once: true } & Pick<Call, 'alike' | 'anew'> {
  return { path, who, input, output, reads: false, once: true, ...options }
}

/** A call of the operators' desk for those of this role. */
export const of = <R extends Role, C extends CallFields<'operator', z.ZodType, z.ZodType>>(
  role: R,
  line: C,
): C & { role: R } => ({
  ...line,
  role,
})
