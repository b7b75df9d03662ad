import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/platform/config.ts'
import { freshBytes } from '#server/platform/keys/freshBytes.ts'

/** Every answer says under which id the log has its request, a refusal at the door as well. */
export const REQUEST_ID = 'x-request-id'

/** Ids as load balancers make them: hex, UUIDs, HAProxy's address:port_time. No sign that would break a log line or a page. */
const WELL_FORMED = /^[\w.:-]{1,64}$/
/** Short enough to be read out on the telephone. */
const OWN_BYTES = 6

/** The request's id as the proxy in front wrote it down; where there is none, or nobody to be trusted, one of our own. */
export const requestIds =
  ({ proxies }: Config) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = proxies > 0 ? headers[REQUEST_ID] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : freshBytes(OWN_BYTES).toString('hex')
  }
