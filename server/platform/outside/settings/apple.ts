import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { text, unreadable, url, whyNotStandin } from './group.ts'
import { textOrFile } from './pem.ts'

/** The library's other environments (Xcode, LocalTesting) believe anything, unsigned. */
const ENVIRONMENTS = ['Production', 'Sandbox'] as const
const URLS = { Production: 'https://api.storekit.apple.com', Sandbox: 'https://api.storekit-sandbox.apple.com' }

const ALL = {
  APPLE_BUNDLE_ID: text,
  APPLE_APP_ID: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  APPLE_ISSUER_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: text,
  APPLE_ROOTS: text,
}

export const environment = {
  ...ALL,
  APPLE_ENVIRONMENT: z.enum(ENVIRONMENTS).default('Production'),
  APPLE_URL: url.optional(),
}
type AppleEnvironment = z.infer<z.ZodObject<typeof environment>>

export const together = [{ all: ALL }]

export const sentences = {
  APPLE_APP_ID: 'APPLE_APP_ID 必须是数字（App Store Connect 里应用的 Apple ID）',
  APPLE_ENVIRONMENT: 'APPLE_ENVIRONMENT 只能是 Production 或 Sandbox',
}

export type AppleConfig = {
  url: string
  environment: (typeof ENVIRONMENTS)[number]
  bundleId: string
  /** The application's number in the App Store; purchases in the sandbox do not name it. */
  appId: number
  /** Who asks the App Store's server, and with what (P-256). */
  issuerId: string
  keyId: string
  privateKey: KeyObject
  /** The certificates that all it signs must lead to. */
  roots: readonly X509Certificate[]
}

const PEM = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs

export const read = (values: AppleEnvironment): AppleConfig | undefined =>
  values.APPLE_BUNDLE_ID
    ? {
        url: values.APPLE_URL ?? URLS[values.APPLE_ENVIRONMENT],
        environment: values.APPLE_ENVIRONMENT,
        bundleId: values.APPLE_BUNDLE_ID,
        appId: Number(values.APPLE_APP_ID),
        issuerId: values.APPLE_ISSUER_ID!,
        keyId: values.APPLE_KEY_ID!,
        privateKey: keyOf(values.APPLE_PRIVATE_KEY!),
        roots: rootsOf(values.APPLE_ROOTS!),
      }
    : undefined

export const whyNot = (values: AppleEnvironment): string[] => [
  ...unreadable(values.APPLE_PRIVATE_KEY, keyOf, 'APPLE_PRIVATE_KEY 必须是 P-256 私钥（PEM）或者它的文件路径'),
  ...unreadable(values.APPLE_ROOTS, rootsOf, 'APPLE_ROOTS 必须是根证书（DER 或 PEM）的文件路径，多个用逗号隔开'),
]

/** Our address is not needed: where the notifications go is written down in App Store Connect. */
export const whyNotInProduction = ({
  APPLE_BUNDLE_ID,
  APPLE_ISSUER_ID,
  APPLE_KEY_ID,
  APPLE_ROOTS,
}: AppleEnvironment): string[] => [
  ...whyNotStandin([APPLE_BUNDLE_ID, APPLE_ISSUER_ID, APPLE_KEY_ID]),
  ...(areApples(APPLE_ROOTS) ? [] : ['生产环境的 APPLE_ROOTS 只能是 Apple 的根证书（Apple Root CA - G3）']),
]

function keyOf(given: string): KeyObject {
  const key = createPrivateKey(textOrFile(given))
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not of P-256')
  return key
}

function rootsOf(given: string): readonly X509Certificate[] {
  const roots = given.split(',').flatMap(certificatesIn)
  if (!roots.every(isRoot)) throw new Error('no root')
  return roots
}

/** One in DER, or any number in PEM. */
function certificatesIn(given: string): X509Certificate[] {
  const bytes = textOrFile(given)
  const pems = bytes.toString('latin1').match(PEM)
  return pems ? pems.map((pem) => new X509Certificate(pem)) : [new X509Certificate(bytes)]
}

/** One further down the chain is a common mistake, and nothing would ever be believed. */
const isRoot = (certificate: X509Certificate): boolean =>
  certificate.ca && certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)

/** True as well when there are none, or none that can be read: that is said elsewhere. */
function areApples(given: string | undefined): boolean {
  try {
    return given === undefined || rootsOf(given).every(({ subject }) => /^O=Apple Inc\.$/m.test(subject))
  } catch {
    return true
  }
}
