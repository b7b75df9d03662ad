import { type CallName, calls, type Input, type Output } from '#contract/calls.ts'
import type { Answer, Ask } from './client.ts'

export type Browser = ReturnType<typeof newBrowser>

/** Keeps cookies as a browser does, and calls from this address (behind our proxy: TRUST_PROXY=1). */
export function newBrowser(url: string, address = '198.51.100.1') {
  const jar = new Map<string, string>()
  return {
    jar,
    /** The last Set-Cookie header, as it came. */
    said: '',
    async ask<N extends CallName>(name: N, input: Input<N>, { token }: Ask = {}): Promise<Answer<Output<N>>> {
      const response = await fetch(url + calls[name].path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(input),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(key, value)
        this.said = line
      }
      const text = await response.text()
      return { ...JSON.parse(text), status: response.status, text }
    },
  }
}
