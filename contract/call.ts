import type { z } from 'zod'

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
  /** May be sent with `Idempotency-Key`: the same key from the same user does nothing twice. */
  once?: true
  /** Takes the JWT of an unseal link in place of a sign-in. */
  link?: true
}

/** One line of the calls table. */
export function call<W extends Who, I extends z.ZodType, O extends z.ZodType>(
  path: string,
  who: W,
  input: I,
  output: O,
  options: { once?: true; link?: true } = {},
): Call<W, I, O> {
  return { path, who, input, output, ...options }
}
