import { z } from 'zod'
import { isLoopback } from '#server/core/loopback.ts'

export const text = z.string().optional()
export const url = z.url({ protocol: /^https?$/ })

type SettingValues = Record<string, unknown>
/** Ids of the stand-ins begin like this; production refuses them. */
const SANDBOX = /^sandbox/

/** A sentence for each setting that is missing. */
export const missing = (values: object, settings: object): string[] =>
  Object.keys(settings)
    .filter((name) => !(values as SettingValues)[name])
    .map((name) => `缺少 ${name}`)

/** Settings that are needed together: `when` it says so, or else as soon as there is one of them. */
export type Together = { all: z.ZodRawShape; when?: (values: never) => boolean }

/** A sentence for each setting that is missing beside others. */
export function incomplete(values: object, together: readonly Together[]): string[] {
  return together.flatMap(({ all, when = isBegun(all) }) => (when(values as never) ? missing(values, all) : []))
}

const isBegun = (settings: object) => (values: SettingValues) => Object.keys(settings).some((name) => values[name])

/** A sentence for each address among these settings that is not https; plain http is for this machine alone. */
export const plain = (values: object, settings: object): string[] =>
  Object.keys(settings)
    .filter((name) => name.endsWith('_URL'))
    .filter((name) => {
      const address = (values as SettingValues)[name] as string | undefined
      return address !== undefined && !address.startsWith('https:') && !isLoopback(new URL(address).hostname)
    })
    .map((name) => `${name} 必须以 https:// 开头`)

/** The sentence when there is a value that cannot be read; what it holds is a secret and is not repeated. */
export function unreadable(value: string | undefined, read: (value: string) => unknown, sentence: string): string[] {
  if (value === undefined) return []
  try {
    read(value)
    return []
  } catch {
    return [sentence]
  }
}

/** Reasons why accounts at a platform cannot be used in production. */
export function whyNotPlatform(
  ids: (string | undefined)[],
  publicUrl: string | undefined,
  what = '微信或微博登录',
): string[] {
  return [...whyNotStandin(ids), ...(ids.some(Boolean) && !publicUrl ? [`${what}需要 PUBLIC_URL`] : [])]
}

export const whyNotStandin = (ids: (string | undefined)[]): string[] =>
  ids.some((id) => id && SANDBOX.test(id)) ? ['生产环境不能使用沙箱的应用编号'] : []

/** A channel without a provider must be switched off by name (readings 5); what goes out leads to our address. */
export function whyNotChannel(
  setting: string,
  provider: string | undefined,
  { what, publicUrl }: { what: string; publicUrl: string | undefined },
): string[] {
  if (provider === undefined || provider === 'outbox')
    return [`生产环境没有配置${what}，如果确实不需要，请设置 ${setting}=off`]
  return provider !== 'off' && !publicUrl ? ['通知里的链接需要 PUBLIC_URL'] : []
}
