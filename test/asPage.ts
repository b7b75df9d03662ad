import { vi } from 'vitest'
import type { AppCall, Input, Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { setRetryPolicy } from '#web/client/retryPolicy.ts'
import { post } from '#web/client/transport.ts'
import { wire } from '#web/client/wire.ts'

/** Lets this process send as pages do, to the application at `url`, repeating without end or pause; the answer undoes this. */
export function becomePage(url: () => string): () => void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(path.startsWith('/') ? url() + path : path, init))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', new EventTarget())
  setRetryPolicy({ firstWaitMs: 1, withinMs: Number.POSITIVE_INFINITY })
  return () => {
    setRetryPolicy()
    vi.unstubAllGlobals()
  }
}

/** One call by the pages' own way to the server; its data, or why there is none. */
export async function sendAsPage<N extends AppCall>(name: N, input: Input<N>, token: string): Promise<Output<N>> {
  const answer = await post(wire[name], input, { token, source: 'h5' })
  if (answer.code !== CODE.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return answer.data as Output<N>
}
