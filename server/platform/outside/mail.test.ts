import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { makeMailer } from './mail.ts'

const SHORT_MS = 300
const letter = {
  to: 'friend@example.com',
  subject: '您有一枚时光胶囊已到解封时间',
  text: '亲爱的朋友，打开看看吧。',
  messageId: 'the-same-each-time',
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

/** A real mail server; `letters` are those that it took. */
async function mailServer(over: SMTPServerOptions = {}) {
  const letters: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'right' ? done(null, { user: username }) : done(new Error('who are you')),
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        letters.push(Buffer.concat(parts).toString())
        done()
      })
    },
    ...over,
  })
  server.on('error', () => undefined)
  const port = await listening(server.server)
  ends.push(() => server.close())
  return { port, letters }
}

/** Something that talks as it likes. */
async function talker(talk: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    talk(socket)
  })
  const port = await listening(server)
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return port
}

const settings = { host: '127.0.0.1', user: 'user', password: 'right', from: '时光胶囊 <no-reply@capsule.test>' }
const send = (port: number, over: object = {}, timeoutMs?: number) =>
  makeMailer({ ...settings, port, ...over }, timeoutMs).send(letter)

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

/** The words of a header that is written as UTF-8 in base64. */
const decoded = (raw: string, name: string): string => {
  const value = new RegExp(`^${name}: (.*(?:\r\n .*)*)`, 'm').exec(raw)?.[1] ?? ''
  return value
    .replaceAll(/\r\n /g, '')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString())
}

describe('a letter', () => {
  it('arrives with its Chinese subject and text, its name fixed by us', async () => {
    const { port, letters } = await mailServer()
    expect(await send(port)).toMatchObject({ outcome: 'sent' })
    const [raw = ''] = letters
    expect(decoded(raw, 'Subject')).toBe(letter.subject)
    expect(decoded(raw, 'From')).toBe('时光胶囊 <no-reply@capsule.test>')
    expect(raw).toContain('To: friend@example.com')
    expect(raw).toContain('Message-ID: <the-same-each-time@capsule.test>')
    const [, body = ''] = raw.split('\r\n\r\n')
    expect(Buffer.from(body, 'base64').toString()).toBe(letter.text)
  })

  it('goes to one address, however that is written', async () => {
    const { port, letters } = await mailServer()
    const mailer = makeMailer({ ...settings, port })
    expect(await mailer.send({ ...letter, to: 'a@example.com, b@example.com' })).toMatchObject({ outcome: 'failed' })
    expect(letters).toEqual([])
  })

  it('has failed when the server refuses its recipient, its text or us', async () => {
    const recipient = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(550)) })
    expect(await send(recipient.port)).toEqual({ outcome: 'failed', code: 'EENVELOPE 550', bounced: true })
    const later = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(451)) })
    expect(await send(later.port)).toEqual({ outcome: 'failed', code: 'EENVELOPE 451' })
    const text = await mailServer({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal(554))),
    })
    expect(await send(text.port)).toEqual({ outcome: 'failed', code: 'EMESSAGE 554' })
    const { port } = await mailServer()
    expect(await send(port, { password: 'wrong' })).toEqual({ outcome: 'failed', code: 'EAUTH 535' })
  })

  it('has failed when there is no server, or one that never greets, or sends us off at the door', async () => {
    const gone = createServer()
    const port = await listening(gone)
    await new Promise((resolve) => gone.close(resolve))
    expect(await send(port)).toEqual({ outcome: 'failed', code: 'ESOCKET ECONNREFUSED' })
    const silent = await talker(() => undefined)
    expect(await send(silent, {}, SHORT_MS)).toEqual({ outcome: 'failed', code: 'ETIMEDOUT GREETING_TIMEOUT' })
    const unwilling = await talker((socket) => void socket.end('554 not you\r\n'))
    expect(await send(unwilling)).toEqual({ outcome: 'failed', code: 'EPROTOCOL 554' })
  })

  it('may have gone out when the server falls silent or breaks off after taking it', async () => {
    const silent = await mailServer({ onData: (stream) => void stream.resume() })
    expect(await send(silent.port, {}, 4 * SHORT_MS)).toEqual({ outcome: 'unknown', code: 'ETIMEDOUT SOCKET_TIMEOUT' })
    const broken = await talker((socket) => {
      const replies = ['250 hello', '250 ok', '250 ok', '354 go on']
      socket.write('220 broken\r\n')
      socket.on('data', (data) => {
        if (data.toString().endsWith('\r\n.\r\n')) return void socket.destroy()
        const reply = replies.shift()
        if (reply) socket.write(`${reply}\r\n`)
      })
    })
    expect(await send(broken)).toMatchObject({ outcome: 'unknown' })
  })

  it('does not wait for ever for a server that trickles', async () => {
    const trickling = await talker((socket) => {
      socket.write('220 slow\r\n')
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('250-on and on\r\n'), SHORT_MS / 3)
        socket.on('close', () => clearInterval(timer))
      })
    })
    expect((await send(trickling, {}, SHORT_MS)).outcome).not.toBe('sent')
  })

  it('leaves this machine only encrypted, for a server that proves who it is', async () => {
    const plain = await mailServer()
    expect(await send(plain.port, { host: '0.0.0.0' })).toMatchObject({ outcome: 'failed' })
    const selfSigned = await mailServer({ disabledCommands: [] })
    expect(await send(selfSigned.port, { host: '0.0.0.0' })).toMatchObject({ outcome: 'failed' })
    expect([...plain.letters, ...selfSigned.letters]).toEqual([])
  })
})
