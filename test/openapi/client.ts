import type { paths } from '../../dist/openapi.d.ts'

// A client over the types that openapi-typescript makes of the document, and nothing of ours besides.

type CallPath = {
  [P in keyof paths]: paths[P] extends {
    post: { responses: { 200: { content: { 'application/json': { code: number } } } } }
  }
    ? P
    : never
}[keyof paths]
type Body<P extends CallPath> = paths[P]['post'] extends { requestBody?: { content: { 'application/json': infer B } } }
  ? B
  : never
type Answer<P extends CallPath> = paths[P]['post']['responses'][200]['content']['application/json']
type Data<P extends CallPath> = Extract<Answer<P>, { code: 1000 }>['data']

/** One call; its envelope, whatever the outcome. */
async function ask<P extends CallPath>(url: string, path: P, body: Body<P>, token?: string): Promise<Answer<P>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Answer<P>
}

/** One call that must succeed; its data. */
async function get<P extends CallPath>(...args: Parameters<typeof ask<P>>): Promise<Data<P>> {
  const answer: { code: number; data?: unknown } = await ask(...args)
  if (answer.code !== 1000) throw new Error(`${args[1]}: ${JSON.stringify(answer)}`)
  return answer.data as Data<P>
}

/** Ten calls of somebody who signs in, seals a capsule and looks around; what they saw. */
export async function tenCalls(url: string, tel: string, password: string, open_time: string) {
  const [version] = await get(url, '/api/systemInfo', {})
  const { token } = await get(url, '/api/user/login', { tel, password })
  const { user } = await get(url, '/api/user/update', { nickname: '小满' }, token)
  const content = [{ type: 0 as const, content: '<p>别忘了看海</p>' }]
  const { capsule_id } = await get(url, '/api/capsule/create/time', { content, open_time }, token)
  const { capsule } = await get(url, '/api/capsule/detail', { capsule_id }, token)
  const { capsules } = await get(url, '/api/capsule/myClosed', {}, token)
  const { sealed } = await get(url, '/api/capsule/closedSummary', {}, token)
  const { list } = await get(url, '/api/goods/list', {}, token)
  await get(url, '/api/user/logout', {}, token)
  const after = await ask(url, '/api/user/info', {}, token)
  return {
    version: version?.value,
    nickname: user.nickname,
    sealedAs: capsule.status,
    closed: capsules.data.map(({ id }) => id === capsule_id),
    sealed,
    prices: list.map(({ price }) => price),
    after: after.code,
  }
}

/** Calls that must not compile; each of them does where the types let anything pass. */
export const wrongCalls = [
  // @ts-expect-error There is no such call.
  () => get('', '/api/user/logon', {}),
  // @ts-expect-error The password is missing.
  () => get('', '/api/user/login', { tel: '13800000000' }),
  // @ts-expect-error An id is a string.
  () => get('', '/api/capsule/detail', { capsule_id: 1 }),
  // @ts-expect-error A capsule is sealed with 0 or 1, not with a truth.
  () => get('', '/api/capsule/create/time', { content: [], open_time: '', is_lock: true }),
  // @ts-expect-error No user has such a field.
  async () => (await get('', '/api/user/info', {})).user.surname,
]
