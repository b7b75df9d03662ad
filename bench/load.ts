import { connect, type Socket } from 'node:net'

export type Ask = {
  method?: 'GET' | 'POST'
  path: string
  body: string | readonly Buffer[]
  token?: string
  key?: string
  headers?: Record<string, string>
}
/** `shed`: refused with 503, since too many asked, and asked again. */
export type Load = { ms: number; latencies: number[]; shed: number }
export type IsRight = (head: string, body: Buffer) => boolean

/** A caller that is told to try again later waits this long. */
const SHED_PAUSE_MS = 100
/** So much of a wrong answer is shown. */
const SAID_BYTES = 500
const SHED = 'HTTP/1.1 503'
const HEAD_END = Buffer.from('\r\n\r\n')
export type Clients = Awaited<ReturnType<typeof openClients>>
/** One address may hold 500 connections (server/http/connections.ts). */
const OF_ONE_ADDRESS = 400

/**
 * Keep-alive connections, spread over the ports, that each ask, wait for the answer and ask again. Straight on the sockets,
 * because load and server share the machine: what the generator saves the server gets.
 */
export async function openClients(ports: readonly number[], connections: number) {
  const open = (_: unknown, index: number) => openClient(ports[index % ports.length]!, index)
  const sockets = await Promise.all(Array.from({ length: connections }, open))

  /** Asks all of these; throws at the first answer that is not right. */
  async function run(asks: readonly Ask[], isRight: IsRight): Promise<Load> {
    const requests = asks.map(asPieces)
    const latencies: number[] = []
    let turn = 0
    let shed = 0
    const start = performance.now()
    const ask = async (socket: Socket) => {
      while (turn < requests.length) {
        const at = turn++
        const sent = performance.now()
        let { head, body } = await exchange(socket, requests[at]!)
        while (head.startsWith(SHED)) {
          shed += 1
          await new Promise((resolve) => setTimeout(resolve, SHED_PAUSE_MS))
          const answer = await exchange(socket, requests[at]!)
          head = answer.head
          body = answer.body
        }
        if (!isRight(head, body))
          throw new Error(`${asks[at]!.path} answered ${head.split('\r')[0]} ${body.subarray(0, SAID_BYTES)}`)
        latencies.push(performance.now() - sent)
      }
    }
    await Promise.all(sockets.map(ask))
    return { ms: performance.now() - start, latencies, shed }
  }

  return { run, close: () => sockets.forEach((socket) => void socket.destroy()) }
}

function openClient(port: number, index: number): Promise<Socket> {
  const localAddress = `127.0.0.${1 + Math.floor(index / OF_ONE_ADDRESS)}`
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

type Exchanged = { head: string; body: Buffer }

/** `request` in pieces, so that a large one is not copied. */
function exchange(socket: Socket, request: readonly (string | Buffer)[]): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const lost = () => new Error(`${String(request[0]).split('\r')[0]}: the connection broke`)
    if (socket.destroyed) return reject(lost())
    const chunks: Buffer[] = []
    let heard = 0
    /** The bytes of the whole answer, once its head has said so. */
    let wanted: number | undefined
    const hear = (chunk: Buffer) => {
      chunks.push(chunk)
      heard += chunk.length
      wanted ??= wholeLength(Buffer.concat(chunks))
      if (wanted !== undefined && heard >= wanted) end(() => resolve(answerIn(Buffer.concat(chunks))))
    }
    const lose = () => end(() => reject(lost()))
    const end = (then: () => void) => {
      socket.off('data', hear).off('close', lose)
      then()
    }
    socket.on('data', hear).on('close', lose)
    for (const piece of request) socket.write(piece)
  })
}

function wholeLength(heard: Buffer): number | undefined {
  const headEnd = heard.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = heard.toString('latin1', 0, headEnd)
  if (/transfer-encoding/i.test(head)) throw new Error('an answer without its length')
  return headEnd + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

function answerIn(heard: Buffer): Exchanged {
  const headEnd = heard.indexOf(HEAD_END)
  return { head: heard.toString('latin1', 0, headEnd), body: heard.subarray(headEnd + HEAD_END.length) }
}

function asPieces({ method = 'POST', path, body, token, key, headers }: Ask): readonly (string | Buffer)[] {
  const pieces = typeof body === 'string' ? [Buffer.from(body)] : body
  const said = {
    Host: '127.0.0.1',
    ...(method === 'POST' && {
      'content-type': 'application/json',
      'Content-Length': String(pieces.reduce((sum, { length }) => sum + length, 0)),
    }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
    ...headers,
  }
  const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return typeof body === 'string' ? [Buffer.concat([head, ...pieces])] : [head, ...pieces]
}
