// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catchUploads, granted, type Sent } from '#test/uploads.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { extensionOf } from './extension.ts'
import { addressOf, UploadError, type UploadOptions, uploadFile } from './upload.ts'

let sent: Sent[]
let asked: number
let answer: unknown
/** The answer at an address of the caller's own objects. */
let kept: (signal: AbortSignal) => Promise<Response>

beforeEach(() => {
  sent = catchUploads()
  asked = 0
  answer = granted()
  // A grant belongs to a sign-in: a new token drops the old grant.
  setToken(String(Math.random()))
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    if (address === `/m/9.mac/${sent[0]?.key}`) return kept(signal!)
    asked += 1
    return Response.json(answer)
  })
})
afterEach(() => {
  for (const one of sent) one.answer(200)
  clearToken()
  vi.unstubAllGlobals()
})

const photo = () => new File(['photo'], 'IMG 1.JPG', { type: 'image/jpeg' })
const upload = (signal?: AbortSignal) => uploadFile(photo(), { kind: 'image', name: 'IMG 1.JPG', signal })
const on = (count: number) => expect.poll(() => sent).toHaveLength(count)

it('an upload is a form POST of the signed fields, the key and the file last; its address is the preview host plus key', async () => {
  const done = upload()
  await on(1)
  expect(sent[0]!.address).toBe('/oss/image')
  expect(sent[0]!.names).toEqual(['policy', 'success_action_status', 'key', 'file'])
  expect(sent[0]!.key).toMatch(/^image\/7\/[0-9a-f]{32}\.jpg$/)
  sent[0]!.answer(200)
  expect(await done).toEqual({ key: sent[0]!.key, address: `/m/9.mac/${sent[0]!.key}` })
  expect(await addressOf(sent[0]!.key)).toBe(`/m/9.mac/${sent[0]!.key}`)
})

it('two files go at a time, the others wait in order, and the credentials are asked for once', async () => {
  const all = [upload(), upload(), upload()]
  await on(2)
  sent[0]!.answer(200)
  await on(3)
  sent[1]!.answer(200)
  sent[2]!.answer(200)
  expect(new Set((await Promise.all(all)).map(({ key }) => key)).size).toBe(3)
  expect(asked).toBe(1)
})

it('credentials with less than ten minutes left are asked for anew, refused ones as well', async () => {
  answer = granted(500_000)
  void upload()
  await on(1)
  answer = granted()
  const refused = upload().catch((error: unknown) => error)
  await on(2)
  expect(asked).toBe(2)
  sent[1]!.answer(403, '<Error><Code>AccessDenied</Code></Error>')
  expect(await refused).toMatchObject({ message: '上传出错，请稍后再试~', mayRetry: true })
  sent[0]!.answer(200)
  void upload()
  await on(3)
  expect(asked).toBe(3)
})

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

it.each([
  [400, xml('EntityTooLarge'), '单个文件不能超过50MB', false],
  [400, xml('InvalidArgument'), '暂不支持这种图片格式', false],
  [403, xml('QuotaExceeded'), '你的存储空间已满，请先清理一些草稿', true],
  [403, xml('AccessDenied'), '上传出错，请稍后再试~', true],
  [503, 'busy', '上传出错，请稍后再试~', true],
])('an upload answered with %i %s says %s', async (status, body, message, mayRetry) => {
  const refused = upload().catch((error: unknown) => error)
  await on(1)
  sent[0]!.answer(status, body)
  expect(await refused).toMatchObject({ message, mayRetry })
})

it('a server that gives no credentials is told in its own words, and asked again the next time', async () => {
  answer = { code: 2, message: '现在访问的人太多，请稍后再试' }
  const error = await upload().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UploadError)
  expect(error).toMatchObject({ message: '现在访问的人太多，请稍后再试', mayRetry: true })
  answer = granted()
  void upload()
  await on(1)
})

it('an upload that is called off ends, also while it waits', async () => {
  const stop = new AbortController()
  const ends = [upload(stop.signal), upload(stop.signal), upload(stop.signal)].map((one) =>
    one.catch(() => 'called off'),
  )
  await on(2)
  stop.abort()
  expect(await Promise.all(ends)).toEqual(['called off', 'called off', 'called off'])
  expect(sent.map(({ aborted }) => aborted)).toEqual([true, true])
})

const THERE = [409, xml('FileAlreadyExists')] as const
/** The first try gets no answer, and the store answers the second that there is an object already. */
async function tryAgain(options: Partial<UploadOptions> = {}) {
  const go = () => uploadFile(photo(), { kind: 'image', name: 'IMG 1.JPG', id: 'a'.repeat(32), ...options })
  const unanswered = go().catch((error: unknown) => error)
  await on(1)
  sent[0]!.fail()
  expect(await unanswered).toMatchObject({ mayRetry: true })
  const again = go()
  again.catch(() => undefined)
  await on(2)
  expect(sent[1]!.key).toBe(sent[0]!.key)
  sent[1]!.answer(...THERE)
  return again
}
const inPieces = (...pieces: string[]) =>
  new Response(
    new ReadableStream({
      start(stream) {
        for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
        stream.close()
      },
    }),
  )

it('an upload without an answer is tried under the same key, and is up when its own bytes lie there already', async () => {
  kept = async () => inPieces('ph', 'oto')
  expect(await tryAgain()).toEqual({ key: sent[0]!.key, address: `/m/9.mac/${sent[0]!.key}` })
  expect(sent).toHaveLength(2)
})

it.each<[string, () => Promise<Response>]>([
  ['other bytes', async () => inPieces('ph', 'ota')],
  ['fewer', async () => inPieces('ph', 'ot')],
  ['more', async () => inPieces('ph', 'oto', 's')],
  ['as the length says', async () => new Response('photo', { headers: { 'content-length': '50' } })],
  ['nothing that can be read', async () => new Response('photo', { status: 404 })],
  ['nothing that can be asked', () => Promise.reject(new TypeError('Failed to fetch'))],
])('where another’s lie – %s – it goes up anew under another key, its progress from nothing', async (_what, there) => {
  kept = there
  const shares: number[] = []
  const again = tryAgain({ onProgress: (share) => shares.push(share) })
  await on(3)
  expect(sent[2]!.key).not.toBe(sent[1]!.key)
  sent[2]!.progress(0.5)
  expect(shares.slice(-2)).toEqual([0, 0.5])
  sent[2]!.answer(200)
  expect((await again).key).toBe(sent[2]!.key)
})

it('it goes up anew once, and then says that it failed', async () => {
  kept = async () => new Response('', { status: 404 })
  const again = tryAgain().catch((error: unknown) => error)
  await on(3)
  sent[2]!.answer(...THERE)
  expect(await again).toMatchObject({ message: '上传出错，请稍后再试~', mayRetry: true })
  expect(sent).toHaveLength(3)
})

it('called off while it is read back, it ends at once', async () => {
  const asked: AbortSignal[] = []
  kept = (signal) => {
    asked.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const stop = new AbortController()
  const again = tryAgain({ signal: stop.signal }).catch(() => 'called off')
  await expect.poll(() => asked).toHaveLength(1)
  stop.abort()
  expect(await again).toBe('called off')
  expect(asked[0]!.aborted).toBe(true)
  expect(sent).toHaveLength(2)
})

it('the key of a file takes only a plain ending of its name', () => {
  expect(extensionOf('归档.tar.gz', 'file')).toBe('gz')
  expect(extensionOf('没有后缀', 'image')).toBe('jpg')
  expect(extensionOf('a.文档', 'file')).toBe('bin')
})
