import type { z } from 'zod'
import type { Role } from './desk.ts'
import type { Ends } from './ending.ts'

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
  /** With what it ends when the product does. */
  ends: Ends
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
  'reads' | 'ends' | 'once' | 'alike' | 'anew' | 'link' | 'role'
>

/** A call that only reads, which stays unless it is said otherwise. */
export function reads<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  options: { link?: true; ends?: Ends } = {},
): CallFields<W, I, O> & { reads: true; ends: Ends; link?: true } {
  return { path, who, input, output, reads: true, ends: 'never', ...options }
}

/** A call that changes something; a repeat of it does no harm. */
export function writes<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  ends: Ends,
): CallFields<W, I, O> & { reads: false; ends: Ends } {
  return { path, who, input, output, ends, reads: false }
}

/** A call that changes something, and whose repeat is told from a second one by its key. */
export function once<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  ends: Ends,
  options: Pick<Call, 'alike' | 'anew'> = {},
): CallFields<W, I, O> & { reads: false; ends: Ends; once: true } & Pick<Call, 'alike' | 'anew'> {
  return { path, who, input, output, ends, reads: false, once: true, ...options }
}

/** A call of the operators' desk for those of this role. */
export const of = <R extends Role, C extends CallFields<'operator', z.ZodType, z.ZodType>>(
  role: R,
  line: C,
): C & { role: R } => ({
  ...line,
  role,
})
