import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A key with its subject and its certificate (DER). */
export type Certified = { subject: Buffer; key: KeyObject; der: Buffer }
type Wish = {
  name: string
  organization?: string
  /** Undefined: it certifies itself. */
  issuer?: Certified
  isAuthority?: boolean
  /** An extension that is only there or not, by its number. */
  mark?: string
  until?: Date
}

const [COMMON_NAME, ORGANIZATION, BASIC_CONSTRAINTS] = ['2.5.4.3', '2.5.4.10', '2.5.29.19']
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const FROM = new Date('2020-01-01T00:00:00Z')
const UNTIL = new Date('2049-12-31T23:59:59Z')

/** A new key of P-256 and its certificate (X.509 version 3). */
export function certify({
  name,
  organization = 'sandbox',
  issuer,
  isAuthority = false,
  mark,
  until = UNTIL,
}: Wish): Certified {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const subject = sequence(attribute(ORGANIZATION, organization), attribute(COMMON_NAME, name))
  const algorithm = sequence(oid(ECDSA_SHA256))
  const body = sequence(
    part(0xa0, part(0x02, Buffer.of(2))),
    part(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    issuer?.subject ?? subject,
    sequence(time(FROM), time(until)),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    part(0xa3, sequence(constraints(isAuthority), ...(mark ? [extension(mark, part(0x05))] : []))),
  )
  const signature = sign('sha256', body, issuer?.key ?? key)
  return { subject, key, der: sequence(body, algorithm, part(0x03, Buffer.of(0), signature)) }
}

export const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

/** DER: a tag, the length, what is within. */
function part(tag: number, ...within: Buffer[]): Buffer {
  const content = Buffer.concat(within)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content])
}

const sequence = (...within: Buffer[]): Buffer => part(0x30, ...within)

/** In base 128, the first two numbers as one. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return part(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(inBase128)))
}

const inBase128 = (number: number): number[] =>
  number < 128 ? [number] : [...inBase128(Math.floor(number / 128)).map((digit) => digit | 0x80), number % 128]

const attribute = (id: string, text: string): Buffer => part(0x31, sequence(oid(id), part(0x0c, Buffer.from(text))))

/** UTCTime: years before 2050. */
const time = (at: Date): Buffer => part(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))

const extension = (id: string, ...value: Buffer[]): Buffer => sequence(oid(id), part(0x04, ...value))

const constraints = (isAuthority: boolean): Buffer =>
  extension(BASIC_CONSTRAINTS, sequence(...(isAuthority ? [part(0x01, Buffer.of(0xff))] : [])))
