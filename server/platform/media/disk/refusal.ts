import { escapeMarkup } from '#server/core/escapeMarkup.ts'

/** The errors by which OSS refuses a form, as its documents name them. */
const STATUS = {
  AccessDenied: 403,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  FileAlreadyExists: 409,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidObjectName: 400,
  InvalidPolicyDocument: 400,
  MalformedPOSTRequest: 400,
  QuotaExceeded: 403,
  RequestTimeout: 400,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
} as const
type RefusalCode = keyof typeof STATUS

/** A form that is not taken, and why. */
export class FormRefused extends Error {
  readonly code: RefusalCode
  readonly status: number
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
    this.status = STATUS[code]
  }
}

export const malformed = (message: string): FormRefused => new FormRefused('MalformedPOSTRequest', message)
export const denied = (message: string): FormRefused => new FormRefused('AccessDenied', message)
export const unavailable = (message: string): FormRefused => new FormRefused('ServiceUnavailable', message)

export const refusalXml = ({ code, message }: FormRefused): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeMarkup(message)}</Message></Error>`

export const storedXml = (location: string, key: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Bucket>capsule</Bucket><Location>${escapeMarkup(location)}</Location><Key>${escapeMarkup(key)}</Key></PostResponse>`
