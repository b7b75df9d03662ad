import { awayAt, PlatformAway } from '#server/platform/outside/platform.ts'
import { readBytes } from '#server/platform/outside/readText.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { encode, ours, type SignedRequest, signHeaders } from './v4.ts'
import { textOf } from './xml.ts'

/** `plain`: bytes of its own. On OSS a name can also stand for another object, which its maker may not even read. */
export type Head = { size: number; plain: boolean }

const HEAD_TIMEOUT_MS = 5_000
const TIMEOUT_MS = 20_000
const PUT_TIMEOUT_MS = 120_000
const MOST_WORDS_BYTES = 64 * 1024
const PLAIN_TYPES = ['Normal', 'Multipart', 'Appendable']
const CODE = /^[A-Za-z.]{1,60}$/

/** The object under this name; undefined when there is none. All requests here throw PlatformAway without an answer. */
export async function headObject(config: BucketConfig, object: string): Promise<Head | undefined> {
  const manners = { expected: [200, 404], timeoutMs: HEAD_TIMEOUT_MS }
  const { status, headers } = await ask(config, { method: 'HEAD', object }, manners)
  if (status === 404) return undefined
  const size = Number(headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(size)) throw new PlatformAway('HEAD: no size')
  const type = headers.get(ours(config, 'object-type'))
  return { size, plain: type === null || PLAIN_TYPES.includes(type) }
}

/** The bytes from `start` up to but without `end`; undefined when there is no such object. */
export async function readObject(
  config: BucketConfig,
  object: string,
  { start, end }: { start: number; end: number },
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer | undefined> {
  const range = `bytes=${start}-${end - 1}`
  const manners = { expected: [206, 404], mostBytes: end - start, timeoutMs }
  const { status, bytes } = await ask(config, { method: 'GET', object, headers: { range } }, manners)
  if (status === 404) return undefined
  if (bytes.length < end - start) throw new PlatformAway('GET: cut short')
  return bytes
}

/**
 * Copies the bytes to another name, without their metadata; an object that lies there already stays. Only a look at that
 * name tells whether the copy was made.
 */
export async function copyObject(config: BucketConfig, from: string, to: string): Promise<void> {
  const headers = {
    [ours(config, 'copy-source')]: `/${config.name}/${from.split('/').map(encode).join('/')}`,
    [ours(config, 'metadata-directive')]: 'REPLACE',
    'content-type': 'application/octet-stream',
    // Without this header fetch sends no-cache, which the copy would keep.
    'cache-control': 'private',
    ...(config.kind === 'oss' ? { 'x-oss-forbid-overwrite': 'true' } : { 'if-none-match': '*' }),
  }
  // 404: nothing to copy; 409, 412: it was there.
  await ask(config, { method: 'PUT', object: to, headers }, { expected: [200, 404, 409, 412] })
}

/** Puts these bytes under this name, in the place of any object there. */
export async function putObject(
  config: BucketConfig,
  object: string,
  body: Buffer,
  timeoutMs = PUT_TIMEOUT_MS,
): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'private' }
  await ask(config, { method: 'PUT', object, headers }, { expected: [200], timeoutMs, body })
}

/** Removes an object; one that is gone already is no error. */
export async function removeObject(config: BucketConfig, object: string): Promise<void> {
  await ask(config, { method: 'DELETE', object }, { expected: [200, 204, 404] })
}

type Manners = { expected: readonly number[]; timeoutMs?: number; mostBytes?: number; body?: Buffer }
type Answer = { status: number; headers: Headers; bytes: Buffer }

async function ask(
  config: BucketConfig,
  asked: Omit<SignedRequest, 'at'>,
  { expected, timeoutMs = TIMEOUT_MS, mostBytes = MOST_WORDS_BYTES, body }: Manners,
): Promise<Answer> {
  const { url, headers } = signHeaders(config, config, { ...asked, at: new Date() })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // A redirect would name a place that nobody configured; an encoding would change how many bytes there are.
    const init = {
      method: asked.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
      ...(body && { body }),
    }
    const response = await fetch(url, { ...init, redirect: 'error' })
    const bytes = await readBytes(response, response.ok ? mostBytes : MOST_WORDS_BYTES)
    const { status } = response
    if (!expected.includes(status)) throw new Error(`HTTP ${status} ${codeIn(bytes)}`)
    return { status, headers: response.headers, bytes }
  } catch (error) {
    throw awayAt(asked.method, error)
  }
}

/** The bucket's error code, which tells nothing of whose object it was. */
function codeIn(bytes: Buffer): string {
  const code = textOf(bytes.toString(), 'Code') ?? ''
  return CODE.test(code) ? code : ''
}
