import type { Answer } from './http.ts'
import { consentPage, refusalPage } from './page.ts'
import { chosenName } from './persons.ts'

const HTTP = new Set(['http:', 'https:'])

/** The address to go back to, or undefined when a browser cannot be sent there. */
export function redirectTarget(value: string | null): URL | undefined {
  if (!value || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return HTTP.has(url.protocol) && !url.hash ? url : undefined
}

export const refused = (platform: string, why: string): Answer => ({ status: 400, html: refusalPage(platform, why) })

export const asking = (platform: string): Answer => ({ html: consentPage(platform) })

type Decided = { agreed: (name: string) => URL; denied: () => URL }

/** The answer to the button that the person pressed on the page. */
export function decided(platform: string, form: URLSearchParams, { agreed, denied }: Decided): Answer {
  if (form.get('decision') === 'deny') return { location: denied() }
  const name = form.get('decision') === 'agree' ? chosenName(form) : undefined
  return name ? { location: agreed(name) } : refused(platform, '请选择一个人')
}

/** The address with these parameters added; what it had stays. */
export function withParams(target: URL, params: Record<string, string | null>): URL {
  const url = new URL(target)
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value)
  return url
}
