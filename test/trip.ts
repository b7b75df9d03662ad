import { type CallName, calls } from '#contract/calls.ts'
import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import { consent } from '#standins/consent.ts'

export type Trip = {
  provider: Provider
  purpose: OauthPurpose
  name: string | undefined
  token?: string
  userAgent?: string
}
/** The state of a browser that is back: the page it was led to, and the cookie it kept. */
export type Back = {
  page: string
  code: string
  state: string
  denied: boolean
  cookie: string
  /** The headers that the browser adds to a call: the cookie, where its path lets it. */
  headersFor: (name: CallName) => Record<string, string>
  url: string
}

/** A trip to a platform as a browser makes it: ask for the address, agree there (`name` undefined: don't), come back. */
export async function travel(site: string, { provider, purpose, name, token, userAgent = '' }: Trip): Promise<Back> {
  const response = await fetch(site + calls.oauthUrl.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ provider, purpose }),
  })
  const answer = (await response.json()) as { code: number; data: { url: string } }
  if (answer.code !== 1000) throw new Error(`oauthUrl: ${JSON.stringify(answer)}`)
  const kept = response.headers.get('set-cookie')!
  const cookie = kept.split(';')[0]!
  const place = /; path=([^;]+)/i.exec(kept)![1]!
  const back = await consent(answer.data.url, name)
  const led = await fetch(back, { redirect: 'manual' })
  const [, page, query] = /^\/#([^?]+)\?(.*)$/.exec(led.headers.get('location') ?? '') ?? []
  const returned = new URLSearchParams(query)
  return {
    page: page ?? '',
    code: returned.get('code') ?? '',
    state: returned.get('state') ?? '',
    denied: returned.has('denied'),
    cookie,
    headersFor: (name): Record<string, string> => (calls[name].path.startsWith(place) ? { cookie } : {}),
    url: answer.data.url,
  }
}
