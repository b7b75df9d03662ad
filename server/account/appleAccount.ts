/** A UUID (version 8, RFC 9562) that holds a person's id, so that what Apple itself brings finds its person. */
const BEFORE_ID = '74696d65-6361-8070-8073-'
const TOKEN = new RegExp(`^${BEFORE_ID}[0-9a-f]{12}$`)
const HEX = 16

/** What the App Store is told of the buyer; no secret, as the id is none. */
export const accountTokenOf = (userId: number): string => BEFORE_ID + userId.toString(HEX).padStart(12, '0')

/** Whose it is; undefined when it is none of ours. */
export const userOfToken = (token: string): number | undefined =>
  TOKEN.test(token) ? Number.parseInt(token.slice(BEFORE_ID.length), HEX) : undefined
