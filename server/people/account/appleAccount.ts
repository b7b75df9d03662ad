/** A UUID (version 8, RFC 9562) that holds a person's id, so that what Apple itself brings finds its person. */
const BEFORE_ID = '74696d65-6361-8070-8073-'
const TOKEN = new RegExp(`^${BEFORE_ID}[0-9a-f]{12}$`)
const HEX = 16

/** The buyer's token for the App Store; not secret, as the id in it is not. */
export const accountTokenOf = (userId: number): string => BEFORE_ID + userId.toString(HEX).padStart(12, '0')

/** The user of this token; undefined when the token is not one of ours. */
export const userOfToken = (token: string): number | undefined =>
  TOKEN.test(token) ? Number.parseInt(token.slice(BEFORE_ID.length), HEX) : undefined
