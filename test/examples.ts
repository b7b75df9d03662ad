import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'

/** Where scripts/examples.sh unpacks what is not installed. */
const FETCHED = resolve('.cache/examples/root')
const PLACES = ['/usr/sbin', '/usr/bin', join(FETCHED, 'usr/sbin'), join(FETCHED, 'usr/bin')]
const MACHINE: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64' }
const LIBRARIES = ['usr/lib', 'lib'].map((name) => join(FETCHED, name, `${MACHINE[process.arch]}-linux-gnu`)).join(':')
const START_TRIES = 100

/** A program that an example is for; undefined where it is neither installed nor fetched. */
export const pathOf = (program: string): string | undefined =>
  PLACES.map((place) => join(place, program)).find((path) => existsSync(path))

/** As a shell writes it: a program with the libraries it was unpacked with. */
export const commandOf = (program: string): string => `env LD_LIBRARY_PATH=${LIBRARIES} ${pathOf(program)}`

/** A file of deploy/ with our own ports, paths and addresses put in. Each text to be replaced must be there. */
export function example(name: string, own: Record<string, string>): string {
  return Object.entries(own).reduce(
    (text, [theirs, ours]) => {
      if (!text.includes(theirs)) throw new Error(`deploy/${name} does not say ${theirs}`)
      return text.replaceAll(theirs, ours)
    },
    readFileSync(join('deploy', name), 'utf8'),
  )
}

/** Runs the program in the foreground until the port takes connections; throws with its complaints. */
export async function startExample(program: string, words: string[], port: number): Promise<ChildProcess> {
  const child = spawn(pathOf(program)!, words, {
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: LIBRARIES },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
  })
  for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries++) {
    if (await takesConnections(port)) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`${program} did not start: ${said}`)
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A certificate nobody has signed, for a minute's use: `fullchain.pem`, `privkey.pem`, and both in `both.pem`. */
export function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=capsule.example.com']
  execFileSync('openssl', [...words, ...files], { stdio: 'pipe' })
  execFileSync('sh', ['-c', `cat "$0/fullchain.pem" "$0/privkey.pem" > "$0/both.pem"`, folder])
}

export type Heard = { status: number; headers: IncomingHttpHeaders; text: string }
type Sent = { body?: string | Buffer; headers?: Record<string, string> }

/** A request over TLS to a port of this machine, with any certificate; a POST where there is a body. */
export const over = (port: number, path: string, { body, headers }: Sent = {}): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false as const }
    const asked = request({ ...options, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    asked.on('error', reject).end(body)
  })
