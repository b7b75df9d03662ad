import { CODE, TEXT } from '#contract/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { type Grant, type MediaKind, partsOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { call } from '#web/client/api.ts'
import { getToken } from '#web/client/session.ts'
import { CallError } from '#web/client/transport.ts'
import { now } from '#web/ui/clock.ts'
import { newKey } from '#web/ui/newKey.ts'
import { extensionOf } from './extension.ts'
import { sha256Of } from './sha256.ts'

/** A file that did not get through; `message` is ready to show. */
export class UploadError extends Error {
  /** Whether the same file may get through another time. */
  readonly mayRetry: boolean
  constructor(message: string, mayRetry: boolean) {
    super(message)
    this.name = 'UploadError'
    this.mayRetry = mayRetry
  }
}

/** Why an upload failed, whatever was thrown; an unknown error may be tried again. */
export const whyFailed = (error: unknown): UploadError =>
  error instanceof UploadError ? error : new UploadError(UPLOAD.failed, true)

export type UploadOptions = {
  /** The id by which the page knows the file: a new try uploads it under the same key. */
  id?: string
  kind: MediaKind
  name: string
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}
/** `sha256` of what was sent, where this browser can make it. */
export type Uploaded = { key: string; address: string; sha256?: string }

/**
 * Uploads one file. A key is written once: if an earlier try has left another object under it, a new key is taken. Two files
 * go at a time, the others wait in order. Throws `UploadError`, or the signal's reason.
 */
export function uploadFile(file: Blob, options: UploadOptions): Promise<Uploaded> {
  return inTurn(async () => {
    const hashing = sha256Of(file, options.signal)
    const up = (await sendAs(options.id ?? newKey(), file, options)) ?? (await sendAs(newKey(), file, options))
    if (!up) throw new UploadError(UPLOAD.refused, true)
    return { ...up, sha256: await hashing }
  })
}

/** Undefined when the object under this name is not this file, or cannot be read to find out. */
async function sendAs(name: string, file: Blob, options: UploadOptions): Promise<Uploaded | undefined> {
  const { kind, signal, onProgress } = options
  signal?.throwIfAborted()
  onProgress?.(0)
  const { upload, preview, prefix, fields } = (await grant()).hosts[kind]
  const key = `${prefix}${name}.${extensionOf(options.name, kind)}`
  const up = { key, address: preview + key }
  const { status, responseText } = await send(upload, formOf({ ...fields, key }, file, options.name), options)
  if (status === 200) return up
  if (status === 403) dropGrant()
  const { whyRefused, isThere } = await import('./refused.ts')
  const why = whyRefused(responseText, kind)
  if (why) throw new UploadError(UPLOAD[why.text], why.mayRetry)
  return (await isThere(up.address, file, { afterSilence, signal })) ? up : undefined
}

/** The address of the caller's own object, good for a day; undefined while the server cannot be asked. */
export async function addressOf(key: string): Promise<string | undefined> {
  const preview = await previewOf(partsOf(key).kind).catch(() => undefined)
  return preview && preview + key
}

/** The start of such an address, before a key of this kind. */
export const previewOf = async (kind: MediaKind): Promise<string> => (await grant()).hosts[kind].preview

const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const GRANT_LEFT_MS = 600_000
let cachedGrant: { token: string | undefined; asked: Promise<Grant>; until: number } | undefined

/** The signed forms, asked for once for all uploads, and kept while they are good for more than 10 minutes. */
function grant(): Promise<Grant> {
  const token = getToken()
  if (cachedGrant && cachedGrant.token === token && now() < cachedGrant.until) return cachedGrant.asked
  const fresh = { token, asked: call('ossToken', {}), until: Number.POSITIVE_INFINITY }
  cachedGrant = fresh
  fresh.asked = fresh.asked.then(
    (granted) => {
      fresh.until = Date.parse(granted.Expiration) - GRANT_LEFT_MS
      return granted
    },
    (error: unknown) => {
      if (cachedGrant === fresh) dropGrant()
      throw error instanceof CallError ? new UploadError(error.message, error.code !== CODE.forbidden) : error
    },
  )
  return fresh.asked
}

function dropGrant() {
  cachedGrant = undefined
}

/** `file` comes last: the store does not read the fields behind it. */
function formOf(fields: Record<string, string>, file: Blob, name: string): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', file, name)
  return form
}

/** Sends the form; returns the store's answer, whatever its status. */
function send(address: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (error: unknown) => {
      reject(error)
      request.abort()
    }
    const stopped = () => fail(signal?.reason)
    const silence = afterSilence(() => fail(new UploadError(UPLOAD.timedOut, true)))
    request.upload.onprogress = ({ loaded, total }) => {
      silence.broken()
      if (total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => resolve(request)
    request.onerror = () => reject(new UploadError(navigator.onLine ? UPLOAD.failed : TEXT.offline, true))
    request.onloadend = () => {
      silence.over()
      signal?.removeEventListener('abort', stopped)
    }
    signal?.addEventListener('abort', stopped)
    request.open('POST', address)
    request.send(form)
  })
}

/** Calls `act` after a time without progress: a slow upload may take its time, one that stands still may not. */
export function afterSilence(act: () => void) {
  let timer = setTimeout(act, REQUEST_TIMEOUT_MS)
  const over = () => clearTimeout(timer)
  const broken = () => {
    over()
    timer = setTimeout(act, REQUEST_TIMEOUT_MS)
  }
  return { broken, over }
}
