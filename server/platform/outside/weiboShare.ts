import { z } from 'zod'
import type { Delivery } from './delivery.ts'
import { conversation, PLATFORM_TIMEOUT_MS, PlatformRefused } from './platform.ts'
import type { WeiboOfficial } from './settings/weibo.ts'

/** Of our own account: asked too often for now; the rest are refusals of what we said. */
const BUSY = new Set([10001, 10002, 10003, 10009, 10010, 10011, 10022, 10023, 10024])
const shared = z.object({ idstr: z.string().optional(), id: z.union([z.string(), z.int()]) })

/**
 * Posts from the official account, where everybody can read it (statuses/share): at most 140 characters with an address
 * of ours in it. A refusal is for a person to look at.
 */
export async function shareAtWeibo(
  { apiUrl, token, address }: WeiboOfficial,
  status: string,
  timeoutMs = PLATFORM_TIMEOUT_MS,
): Promise<Delivery> {
  const ask = conversation({ baseUrl: apiUrl, timeoutMs, errorField: 'error_code', busy: BUSY })
  try {
    const form = { access_token: token, status, rip: address }
    const { id, idstr } = await ask('/2/statuses/share.json', { form, shape: shared })
    return { outcome: 'sent', code: 'OK', id: idstr ?? String(id) }
  } catch (error) {
    return error instanceof PlatformRefused
      ? { outcome: 'failed', code: 'refused', bounced: true }
      : { outcome: 'unknown', code: 'away' }
  }
}
