import { createHash, randomUUID } from 'node:crypto'
import { type CallName, calls, type Input, type Output } from '#contract/calls.ts'
import type { Envelope } from '#contract/codes.ts'
import type { MediaKind } from '#contract/media.ts'
import { formatChina } from '#contract/time.ts'
import type { Db } from '#server/platform/db/db.ts'

export type Answer<T = unknown> = Envelope<T> & { status: number; text: string }
export type Ask = { token?: string; key?: string; headers?: Record<string, string> }

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase()

/** One call over HTTP, whatever the answer. `input` may be anything: bad input is a test too. */
export async function ask<N extends CallName>(
  url: string,
  name: N,
  input: Input<N> | unknown,
  { token, key, headers }: Ask = {},
): Promise<Answer<Output<N>>> {
  return post(url, calls[name].path, JSON.stringify(input), {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...headers,
  })
}

export async function post<T>(
  url: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await response.text()
  return { ...(JSON.parse(text) as Envelope<T>), status: response.status, text }
}

/** A call that must succeed; its data. */
export async function get<N extends CallName>(
  url: string,
  name: N,
  input: Input<N>,
  options: Ask = {},
): Promise<Output<N>> {
  const answer = await ask(url, name, input, options)
  if (answer.code !== 1000) throw new Error(`${name}: ${answer.text}`)
  return answer.data as Output<N>
}

let people = 0
export const newTel = (): string => `13${String(700_000_000 + process.pid * 1000 + people++).slice(-9)}`

type Told = { template: string; text: string; params: { code: string } }

/** Messages to this number or address, the newest first, from the development outbox. */
export const outboxOf = async (url: string, to: string): Promise<Told[]> =>
  (await fetch(`${url}/dev/outbox?to=${to}`)).json()

/** The newest code sent to this number, from the development outbox. */
export async function codeFor(url: string, tel: string): Promise<string> {
  const messages = await outboxOf(url, tel)
  const code = messages.find(({ template }) => template === 'code')?.params.code
  if (!code) throw new Error(`no code was sent to ${tel}`)
  return code
}

/** A code that is not this one. */
export const wrongFor = (code: string): string => (code === '0000' ? '1111' : '0000')

/** Lets the next code be sent to this number at once. */
export const forgetSends = (db: Db, tel: string) =>
  db
    .deleteFrom('tries')
    .where('bucket', 'in', [`send to ${tel}`, `own send to ${tel}`])
    .execute()

export const PASSWORD = md5('a long enough secret')

/** Passes the slider for this number, which sends a code; what the call answers. */
export async function slide(url: string, tel: string, options: Ask = {}) {
  const pk_id = randomUUID()
  await get(url, 'createSlideCode', { pk_id })
  const { x } = (await (await fetch(`${url}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
  return ask(url, 'verifySlideCode', { pk_id, tel, x_value: x }, options)
}

/** A fresh code for this number, by way of the slider. */
export async function newCode(url: string, tel: string, options: Ask = {}): Promise<string> {
  const answer = await slide(url, tel, options)
  if (answer.code !== 1000) throw new Error(`verifySlideCode: ${answer.text}`)
  return codeFor(url, tel)
}

/** Someone new, signed in; with the welcome gift when `gift` is not false. */
export async function newPerson(url: string, { gift = true }: { gift?: boolean } = {}) {
  const tel = newTel()
  const captcha = await newCode(url, tel)
  const { token } = await get(url, 'register', { tel, password: PASSWORD, captcha })
  if (gift) await get(url, 'claimGift', {}, { token })
  return { tel, token }
}

/** China time some seconds from now, as calls take it. */
export const inSeconds = (seconds: number): string => formatChina(Date.now() + seconds * 1000)

export const textCapsule = (
  html: string,
  more: Partial<Input<'createTimeCapsule'>> = {},
): Input<'createTimeCapsule'> => ({
  content: [{ type: 0, content: html, comment: '' }],
  open_time: inSeconds(3600),
  ...more,
})

/** A prediction: what is foretold, and the conclusion. */
export const foretold = (
  content: string,
  more: Partial<Input<'createForecastCapsule'>> = {},
): Input<'createForecastCapsule'> => ({
  content: [{ type: 0, content, comment: `${content}, surely` }],
  open_time: inSeconds(3600),
  ...more,
})

export async function seal(url: string, token: string, input: Input<'createTimeCapsule'>): Promise<string> {
  return (await get(url, 'createTimeCapsule', input, { token, key: randomUUID() })).capsule_id
}

/** Uploads by the form the server signed, as pages do; the object's key. */
export async function upload(url: string, token: string, kind: MediaKind, bytes: Buffer, ext: string): Promise<string> {
  const { hosts } = await get(url, 'ossToken', {}, { token })
  const { key, response } = await postForm(url, hosts[kind], bytes, { ext })
  if (response.status !== 200) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return key
}

/** One form POST to the store, whatever the answer. `key` and `fields` may be anything: bad forms are a test too. */
export async function postForm(
  url: string,
  host: Output<'ossToken'>['hosts']['image'],
  bytes: Buffer,
  { ext = 'bin', ...given }: { ext?: string; key?: string; fields?: Record<string, string> } = {},
) {
  const { key = `${host.prefix}${randomUUID()}.${ext}`, fields = host.fields } = given
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('key', key)
  form.append('file', new Blob([new Uint8Array(bytes)]), `file.${ext}`)
  const response = await fetch(new URL(host.upload, url), { method: 'POST', body: form })
  return { key, response }
}

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
