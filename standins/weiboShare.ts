import { type Served, serve } from './http.ts'

const CHARACTERS_MOST = 140
type Share = { status: string; id: string }

/** statuses/share of Weibo on this machine, with the rules it documents; the numbers of its refusals are ours. */
export async function startWeiboShare(token: string, safeDomain: string): Promise<Served & { shares: Share[] }> {
  const shares: Share[] = []
  const served = await serve({
    'POST /2/statuses/share.json': ({ form }) => {
      const status = form.get('status') ?? ''
      const refused = whyNot(form, token, safeDomain)
      if (refused) return { status: 400, json: { error_code: refused[0], error: refused[1] } }
      const id = String(5_000_000_000_000_000 + shares.length)
      shares.push({ status, id })
      return { json: { id: Number(id), idstr: id } }
    },
  })
  return { ...served, shares }
}

function whyNot(form: URLSearchParams, token: string, safeDomain: string): [number, string] | undefined {
  const status = form.get('status') ?? ''
  if (form.get('access_token') !== token) return [21332, 'invalid_access_token']
  if (!/^\d+(\.\d+){3}$/.test(form.get('rip') ?? '')) return [10008, 'rip missing']
  if ([...status].length > CHARACTERS_MOST) return [20012, 'text too long']
  if (/#[^#]+#/.test(status)) return [20018, 'topic']
  const [address] = /https?:\/\/[^\s，。]+/.exec(status) ?? []
  if (!address || new URL(address).hostname !== safeDomain) return [20019, 'no address of a safe domain']
  return undefined
}
