import { isLoopback } from '#server/loopback.ts'

type Values = Record<string, unknown>
/** Ids of the stand-ins begin like this; production refuses them. */
const SANDBOX = /^sandbox/

/** A sentence for each that is not set. */
export const missing = (values: object, names: readonly string[]): string[] =>
  names.filter((name) => !(values as Values)[name]).map((name) => `缺少 ${name}`)

/** All of them or none. */
export const half = (values: object, names: readonly string[]): string[] =>
  names.some((name) => (values as Values)[name]) ? missing(values, names) : []

/** A sentence for each address that is not https; plain http is for this machine alone. */
export const plain = (values: object, names: readonly string[]): string[] =>
  names
    .filter((name) => {
      const address = (values as Values)[name] as string | undefined
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

/** What keeps accounts at a platform from being used in production. */
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
