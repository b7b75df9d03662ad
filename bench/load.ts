import { connect, type Socket } from 'node:net'

export type Ask = { path: string; body: string; token?: string; key?: string; headers?: Record<string, string> }
/** The next thing to ask, or undefined when there is nothing left. */
export type Next = () => Ask | undefined
/** `shed`: refused with 503, since too many asked. */
export type Load = { ms: number; latencies: number[]; shed: number }

/** A caller that is told to try again later waits this long. */
const SHED_PAUSE_MS = 100
const SHED = 'HTTP/1.1 503'
const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Keep-alive connections that each ask, wait for the answer and ask again. Straight on the sockets, because load and
 * server share the machine: what the generator saves the server gets.
 */
export async function openClients(port: number, connections: number) {
  const sockets = await Promise.all(Array.from({ length: connections }, (_, i) => open(port, i)))

  /** Counts what is answered within the time; those still under way end before it returns. */
  async function run(ms: number, next: Next, isRight: (head: string, body: Buffer) => boolean): Promise<Load> {
    const latencies: number[] = []
    let shed = 0
    const start = performance.now()
    let last = start
    await Promise.all(
      sockets.map(async (socket) => {
        for (;;) {
          const request = next()
          if (!request) return
          const sent = performance.now()
          const { head, body } = await exchange(socket, port, request)
          const now = performance.now()
          if (head.startsWith(SHED)) {
            if (now - start > ms) return
            shed += 1
            await new Promise((resolve) => setTimeout(resolve, SHED_PAUSE_MS))
            continue
          }
          if (!isRight(head, body)) throw new Error(`${request.path} answered ${head.split('\r')[0]} ${body}`)
          if (now - start > ms) return
          latencies.push(now - sent)
          last = now
        }
      }),
    )
    return { ms: last - start, latencies, shed }
  }

  return { run, close: () => sockets.forEach((socket) => void socket.destroy()) }
}

/** One address may hold 500 connections (server/http/connections.ts). */
const OF_ONE_ADDRESS = 400

function open(port: number, index: number): Promise<Socket> {
  const localAddress = `127.0.0.${1 + Math.floor(index / OF_ONE_ADDRESS)}`
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

type Exchanged = { head: string; body: Buffer }

function exchange(socket: Socket, port: number, request: Ask): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let heard: Buffer | undefined
    const hear = (chunk: Buffer) => {
      heard = heard ? Buffer.concat([heard, chunk]) : chunk
      const answer = whole(heard)
      if (answer) end(() => resolve(answer))
    }
    const lose = () => end(() => reject(new Error(`${request.path}: the connection broke`)))
    const end = (then: () => void) => {
      socket.off('data', hear).off('close', lose)
      then()
    }
    socket.on('data', hear).on('close', lose)
    socket.write(asText(port, request))
  })
}

function whole(heard: Buffer): Exchanged | undefined {
  const headEnd = heard.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = heard.toString('latin1', 0, headEnd)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  const bodyStart = headEnd + HEAD_END.length
  return heard.length < bodyStart + length ? undefined : { head, body: heard.subarray(bodyStart) }
}

function asText(port: number, { path, body, token, key, headers }: Ask): string {
  const signIn = token ? `Authorization: Bearer ${token}\r\n` : ''
  const once = key ? `Idempotency-Key: ${key}\r\n` : ''
  const more = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${signIn}${once}${more.join('')}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
