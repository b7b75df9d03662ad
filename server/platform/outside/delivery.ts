/**
 * The outcome of a message at a provider; `unknown` when it may have been taken all the same. `bounced`: this address
 * will never take one, so trying again is of no use.
 */
export type Delivery = { outcome: 'sent' | 'failed' | 'unknown'; code?: string; id?: string; bounced?: boolean }

/** The state at a provider of a message that was handed over, or may have been; undefined when it could not be asked. */
export type Arrival = 'arrived' | 'under way' | 'lost' | 'none' | undefined

const LABEL = /^[\x20-\x7e]{1,100}$/
const NEVER_THERE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|UNABLE_TO_\w+|\w*CERT\w*)$/

/** A provider's code or number as we keep it: short and printable, or nothing. */
export const label = (value: unknown): string | undefined =>
  typeof value === 'string' && LABEL.test(value) ? value : undefined

/** No connection came about, or the other side could not prove who it is: nothing was handed over. */
export const neverReached = (code: string | undefined): boolean => NEVER_THERE.test(code ?? '')
