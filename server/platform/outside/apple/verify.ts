import type {
  Environment,
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
  SignedDataVerifier,
} from '@apple/app-store-server-library'
import { type Falsehood, FalseNews } from '#server/platform/outside/payment.ts'
import type { AppleConfig } from '#server/platform/outside/settings/apple.ts'

/** Reads texts that Apple has signed for our application and environment; throws FalseNews for all else. */
export type Verifier = {
  transaction: (jws: string) => Promise<JWSTransactionDecodedPayload>
  notification: (signedPayload: string) => Promise<ResponseBodyV2DecodedPayload>
}
type Verifiers = { ours: SignedDataVerifier; others: SignedDataVerifier; whyOf: (error: unknown) => Falsehood }

/** Apple's own library does it. It is loaded when first needed: it is large, and not everybody sells in the App Store. */
export function makeVerifier(config: AppleConfig): Verifier {
  let loading: Promise<Verifiers> | undefined
  const load = () => (loading ??= loadVerifiers(config))
  return {
    transaction: async (jws) => {
      const { ours, whyOf } = await load()
      return ours.verifyAndDecodeTransaction(jws).catch((error) => {
        throw new FalseNews(whyOf(error), 'transaction')
      })
    },
    notification: async (signedPayload) => {
      const { ours, others, whyOf } = await load()
      return ours.verifyAndDecodeNotification(signedPayload).catch(async (error) => {
        const why = whyOf(error)
        // The sandbox names no app id, and the library misses that before the environment.
        const isOthers = why === 'application' && (await isRead(others.verifyAndDecodeNotification(signedPayload)))
        throw new FalseNews(isOthers ? 'environment' : why, 'notification')
      })
    },
  }
}

async function loadVerifiers({ environment, roots, bundleId, appId }: AppleConfig): Promise<Verifiers> {
  const { Environment, SignedDataVerifier, VerificationException, VerificationStatus } = await import(
    '@apple/app-store-server-library'
  )
  const ders = roots.map(({ raw }) => raw)
  // Asking online whether certificates were revoked (OCSP) is left out: the payer would wait for, and depend on, one
  // more server, up to half a minute each; certificates are judged at the time of signing instead, and facts that decide on
  // money can be asked of the App Store's server itself.
  const verifierFor = (where: Environment) => new SignedDataVerifier(ders, false, where, bundleId, appId)
  const isProduction = environment === 'Production'
  const why: Partial<Record<number, Falsehood>> = {
    [VerificationStatus.INVALID_APP_IDENTIFIER]: 'application',
    [VerificationStatus.INVALID_ENVIRONMENT]: 'environment',
    [VerificationStatus.FAILURE]: 'shape',
  }
  return {
    ours: verifierFor(isProduction ? Environment.PRODUCTION : Environment.SANDBOX),
    others: verifierFor(isProduction ? Environment.SANDBOX : Environment.PRODUCTION),
    whyOf: (error) => (error instanceof VerificationException ? (why[error.status] ?? 'signature') : 'signature'),
  }
}

const isRead = (reading: Promise<unknown>): Promise<boolean> =>
  reading.then(
    () => true,
    () => false,
  )
