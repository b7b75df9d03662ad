import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Lying = { bytes: Buffer; headers?: Record<string, string> }
type Standin = {
  url: string
  objects: Map<string, Lying>
  asked: IncomingMessage[]
  /** The status of every answer, whatever the request. */
  status?: number | undefined
  /** Awaited before each answer. */
  hold?: ((request: IncomingMessage) => Promise<void> | undefined) | undefined
  close: () => void
}

/** Enough of a bucket to look at our requests; it trusts every caller. `npm run test:s3` has a real one. */
export async function startBucket(): Promise<Standin> {
  const running: Standin = { url: '', objects: new Map(), asked: [], close: () => server.close() }
  const server = createServer(async (request, response) => {
    running.asked.push(request)
    await running.hold?.(request)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (running.status) return void response.writeHead(running.status, { location: '/elsewhere' }).end('<Code>X</Code>')
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket')
    const name = decodeURIComponent(pathname).replace('/capsule', '').slice(1)
    ANSWERS[request.method!]!(running.objects, { request, response, name, body: Buffer.concat(parts), searchParams })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return running
}

type Question = {
  request: IncomingMessage
  response: ServerResponse
  name: string
  body: Buffer
  searchParams: URLSearchParams
}
const ANSWERS: Record<string, (objects: Map<string, Lying>, question: Question) => void | Promise<void>> = {
  GET: answerBytes,
  HEAD: answerBytes,
  PUT: answerPut,
  POST: answerPost,
  DELETE(objects, { response, name }) {
    objects.delete(name)
    response.writeHead(204).end()
  },
}

function answerPut(objects: Map<string, Lying>, { request: { headers }, response, name, body }: Question): void {
  const source = headers['x-oss-copy-source'] ?? headers['x-amz-copy-source']
  const said = Object.entries(headers).filter(([name]) => /^(content-(type|encoding)|cache-control)$/.test(name))
  const lying = { bytes: body, headers: Object.fromEntries(said) as Record<string, string> }
  if (!source) objects.set(name, lying)
  if (!source) return void response.end()
  const copied = objects.get(decodeURIComponent(String(source)).replace('/capsule/', ''))
  const onlyNew = headers['x-oss-forbid-overwrite'] === 'true' || headers['if-none-match'] === '*'
  if (!copied || (onlyNew && objects.has(name))) return void response.writeHead(copied ? 409 : 404).end()
  const isReplaced = [headers['x-oss-metadata-directive'], headers['x-amz-metadata-directive']].includes('REPLACE')
  objects.set(name, { ...(isReplaced ? lying : copied), bytes: copied.bytes })
  response.end('<CopyObjectResult/>')
}

/** Answers an upload by form, or a request for a temporary key. */
async function answerPost(objects: Map<string, Lying>, { request, response, body }: Question): Promise<void> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return void response.end(temporaryKey(request.headers))
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const key = String(form.get('key'))
  if (form.get('x-oss-forbid-overwrite') === 'true' && objects.has(key))
    return void response.writeHead(409).end('<Error><Code>FileAlreadyExists</Code></Error>')
  objects.set(key, { bytes: Buffer.from(await (form.get('file') as File).arrayBuffer()) })
  response.writeHead(Number(form.get('success_action_status'))).end()
}

/** AssumeRole, for Aliyun's answer in JSON and Amazon's in XML. */
function temporaryKey({ accept }: IncomingMessage['headers']): string {
  const Expiration = new Date(Date.now() + 3_600_000).toISOString()
  const key = { AccessKeyId: 'STS.test', AccessKeySecret: 'another secret', SecurityToken: 'token', Expiration }
  if (accept === 'application/json') return JSON.stringify({ Credentials: key })
  const named = { ...key, SecretAccessKey: key.AccessKeySecret, SessionToken: key.SecurityToken }
  return Object.entries(named)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
}

function answerBytes(objects: Map<string, Lying>, { request, response, name, searchParams }: Question): void {
  const object = objects.get(name)
  if (!object) return void response.writeHead(404).end(request.method === 'GET' ? '<Code>NoSuchKey</Code>' : '')
  const over = [...searchParams].flatMap(([name, value]) =>
    name.startsWith('response-') ? [[name.replace('response-', ''), value]] : [],
  )
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
  const bytes = object.bytes.subarray(Number(from ?? 0), Number(to ?? object.bytes.length) + 1)
  const range = { 'content-range': `bytes ${from}-${Number(from) + bytes.length - 1}/${object.bytes.length}` }
  response.writeHead(from ? 206 : 200, {
    ...object.headers,
    ...Object.fromEntries(over),
    'content-length': bytes.length,
    ...(from && range),
  })
  response.end(request.method === 'GET' ? bytes : undefined)
}

/** The settings of a process that keeps its uploads in this stand-in. */
export const bucketSettings = ({ url }: Standin, kind: 'oss' | 's3' = 'oss') => ({
  MEDIA_STORE: kind,
  BUCKET_URL: url,
  BUCKET_NAME: 'capsule',
  BUCKET_REGION: 'cn-hangzhou',
  BUCKET_ACCESS_KEY_ID: 'LTAI-test',
  BUCKET_ACCESS_KEY_SECRET: 'a secret of the test',
  BUCKET_ROLE_ARN: 'acs:ram::1:role/uploader',
  BUCKET_STS_URL: url,
  BUCKET_PATH_STYLE: '1',
})
