import { createHash } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'

const host = (kind: string) => ({
  upload: `/oss/${kind}`,
  preview: '/m/9.mac/',
  prefix: `${kind}/7/`,
  fields: { policy: 'p', success_action_status: '200' },
})

/** The answer of `ossToken` for the person 7. */
export const granted = (leftMs = 3_600_000) => ({
  code: 1000 as const,
  data: {
    AccessKeyId: 'a',
    AccessKeySecret: 's',
    SecurityToken: 't',
    Expiration: new Date(Date.now() + leftMs).toISOString(),
    status: 200,
    hosts: { image: host('image'), video: host('video'), file: host('file') },
  } satisfies Output<'ossToken'>,
})

/** The first bytes of files of each kind. */
const BEGINNINGS = {
  jpeg: 'ffd8ffe000104a46',
  png: '89504e470d0a1a0a0000000d49484452',
  gif: '474946383961',
  webp: '524946460000000057454250565038204c000000',
  mp4: '000000186674797069736f6d0000020069736f6d6d703431',
  m4v: '000000186674797069736f6d000002004d3456206d703432',
  mov: '00000014667479707174202000000000717420200000',
  heic: '00000018667479706865696300000000686569636d696631',
  pdf: '255044462d312e37',
} as const
export type Beginning = keyof typeof BEGINNINGS

/** A file that begins like one of this kind, whatever name and type its device gives it. */
export function fileOf(kind: Beginning, name: string, { type = '', size = 40 } = {}): File {
  const bytes = new Uint8Array(size)
  bytes.set(Buffer.from(BEGINNINGS[kind], 'hex').subarray(0, size))
  return new File([bytes], name, { type })
}

/** A file whose bytes come once they are let go, as from a slow card or out of a cloud. */
export function slowToRead(file: File) {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => (letGo = resolve))
  file.slice = (...range) => {
    const part = Blob.prototype.slice.apply(file, range)
    return Object.assign(part, { arrayBuffer: () => free.then(() => Blob.prototype.arrayBuffer.call(part)) })
  }
  return { file, letGo }
}

/** One file on its way to the store, as the page sent it. */
export type Sent = {
  address: string
  names: string[]
  key: string
  file: File
  aborted: boolean
  progress: (share: number) => void
  answer: (status: number, body?: string) => void
  fail: () => void
}

/** Stands in for the browser's uploading, its database of blobs and its pictures. Each sent file waits for its answer. */
export function catchUploads(): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('XMLHttpRequest', requestInto(sent))
  vi.stubGlobal('structuredClone', (value: unknown) => value)
  let urls = 0
  const { createObjectURL, revokeObjectURL } = URL
  const { load } = HTMLMediaElement.prototype
  URL.createObjectURL = () => `blob:${++urls}`
  URL.revokeObjectURL = () => undefined
  // No video plays in jsdom.
  HTMLMediaElement.prototype.load = function load() {
    this.dispatchEvent(new Event('error'))
  }
  onTestFinished(async () => {
    Object.assign(URL, { createObjectURL, revokeObjectURL })
    HTMLMediaElement.prototype.load = load
    await breakOff(sent)
  })
  return sent
}

/** Stands in for the workers that hash what goes up, and gives the hash of a file as they make it. */
export function hashUploads() {
  const hashOf = async (file: Blob) =>
    createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex')
  function Worker() {
    const worker = {
      onmessage: undefined as ((event: { data: string }) => void) | undefined,
      postMessage: (file: Blob) => void hashOf(file).then((data) => worker.onmessage?.({ data })),
      terminate: () => undefined,
    }
    return worker
  }
  vi.stubGlobal('Worker', Worker)
  return hashOf
}

/** An upload on its way holds one of the page's two places, for the next file of the worker as well. */
async function breakOff(sent: Sent[]): Promise<void> {
  for (const one of sent) {
    one.fail()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function requestInto(sent: Sent[]) {
  return function XMLHttpRequest() {
    let address = ''
    const request = {
      status: 0,
      responseText: '',
      upload: {} as { onprogress?: (event: { loaded: number; total: number }) => void },
      onload: undefined as (() => void) | undefined,
      onerror: undefined as (() => void) | undefined,
      onloadend: undefined as (() => void) | undefined,
      open: (_method: string, to: string) => {
        address = to
      },
      send: (form: FormData) => sent.push(letter(form)),
      abort: () => request.onloadend?.(),
    }
    function letter(form: FormData): Sent {
      const one: Sent = {
        address,
        names: [...form.keys()],
        key: String(form.get('key')),
        file: form.get('file') as File,
        aborted: false,
        progress: (share) => request.upload.onprogress?.({ loaded: share * 100, total: 100 }),
        answer: (status, body = '') => {
          Object.assign(request, { status, responseText: body })
          request.onload?.()
          request.onloadend?.()
        },
        fail: () => {
          request.onerror?.()
          request.onloadend?.()
        },
      }
      request.abort = () => {
        one.aborted = true
        request.onloadend?.()
      }
      return one
    }
    return request
  }
}
