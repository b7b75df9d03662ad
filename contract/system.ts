import { z } from 'zod'

/** The version of app and pages (specification 9). */
export const APP_VERSION = '1.0.4'
export const APP_VERSION_CODE = 108
/** The day of the texts in server/people/account/agreements; signing in agrees to this version; signed-in people are asked. */
export const AGREEMENT_VERSION = '2026-11-29'
/** `type` of userArgument. */
export const AGREEMENT = { terms: 0, privacy: 1 } as const
export const AGREEMENT_NAME = ['用户协议', '隐私政策'] as const
export const AGREEMENT_OTHER = '协议又有更新，请重新打开页面后再同意'
export const CONSENT_NEEDED = '请先阅读并同意《用户协议》和《隐私政策》'

const version = z.string().max(20)
export const agreement_version = version.optional()
export const agreeInput = z.object({ agreement_version: version })

/** Facts about the site that its operator has set: filing numbers, the holder of the rights, a contact, the app in the store. */
export const SITE_FACTS = ['icp', 'police', 'holder', 'contact', 'iosApp'] as const
export type SiteFact = (typeof SITE_FACTS)[number]

/**
 * `data[0]` is the newest version; `providers` names the platforms one can sign in with, by commas; `ending` says how far the end
 * of the product has come, once it is announced (`endingValue`); `icp` and `police` are
 * filing numbers, `holder` is who holds the rights, `contact` how to reach them, `iosApp` the address in the App Store: each only when it is set.
 */
export const systemOutput = z.array(
  z.object({ name: z.enum(['version', 'providers', 'ending', ...SITE_FACTS]), value: z.string() }),
)

export const agreementInput = z.object({ type: z.union([z.literal(0), z.literal(1)]).default(0) })
export const agreementOutput = z.object({
  agreement: z.object({ title: z.string(), version: z.string(), content: z.string() }),
})

/** Whether `there` is a newer version than `here`: numbers between dots, compared one by one. */
export function isNewer(there: string, here: string): boolean {
  const [theirs, ours] = [there, here].map((version) => version.split('.').map(Number))
  for (const [index, part] of theirs!.entries()) {
    const own = ours![index] ?? 0
    if (part !== own) return part > own
  }
  return false
}
