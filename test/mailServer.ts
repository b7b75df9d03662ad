import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Letter = { to: string; subject: string; headers: Record<string, string>; text: string; html: string }

/** A mail server on this machine that keeps the letters it gets. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const letters: Letter[] = []
  const sources: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString()
        sources.push(source)
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, ...read(source) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    env: {
      MAIL_PROVIDER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String((server.server.address() as { port: number }).port),
      SMTP_USER: 'user',
      SMTP_PASSWORD: 'secret',
      MAIL_FROM: '时光胶囊 <no-reply@capsule.test>',
    },
    letters,
    to: (address: string) => letters.filter(({ to }) => to === address),
    /** Every byte it was given, with what the encodings hide. */
    raw: () => sources.join('\n') + letters.map(({ subject, text, html }) => subject + text + html).join('\n'),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Reads a letter: as much of MIME as nodemailer writes. */
function read(source: string): Omit<Letter, 'to'> {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const body = rest.join('\r\n\r\n')
  const parts = boundary ? body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, '')) : [source]
  const part = (type: string) => {
    const found = parts.find((one) => new RegExp(`content-type: ${type}`, 'i').test(one)) ?? ''
    const [partHead = '', ...lines] = found.split('\r\n\r\n')
    return decoded(lines.join('\r\n\r\n'), headersOf(partHead)['content-transfer-encoding'] ?? '')
  }
  return { subject: wordsOf(headers.subject ?? ''), headers, text: part('text/plain'), html: part('text/html') }
}

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

function decoded(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding.toLowerCase() !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`, several in a row. */
const wordsOf = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind, word) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    )
