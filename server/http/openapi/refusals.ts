import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { PROOF_WAYS } from '#contract/prove.ts'

export type Json = { [name: string]: unknown }

/** The calls that want a fresh proof of who asks (server/people/account/proof/refuseUnlessProved.ts). */
export const NEEDS_PROOF: readonly CallName[] = [
  'capsuleContacts',
  'exportCreate',
  'oauthUrl',
  'telBind',
  'unbind',
  'wechatBind',
  'weiboBind',
]

/** The calls that sign in, and make an account the first time: that alone ends (server/people/account/socialLogin.ts). */
const MAKES_ACCOUNTS: readonly CallName[] = ['wechatLogin', 'weiboLogin']

const FIELD = { type: 'object', properties: { field: { type: 'string' } } }
const PROVE = {
  type: 'object',
  required: ['prove'],
  properties: { prove: { type: 'array', items: { enum: PROOF_WAYS } } },
}
const RETRY_AFTER = { type: 'object', required: ['retry_after'], properties: { retry_after: { type: 'integer' } } }

/** The answers besides success, as components by their names. All but Fault come with HTTP 200. */
export const REFUSALS = {
  Refused: refusal(
    [CODE.refused],
    'A rule of the product refuses. `data.field` names the field of the request, where one is at fault.',
    FIELD,
  ),
  BadRequest: refusal(
    [CODE.badRequest],
    'The request is not as it stands here. `message` is for people and names no field: `data.field` leads to it, its names joined by dots (`content.0.comment`).',
    FIELD,
  ),
  RoleMissing: refusal([CODE.forbidden], 'The operator does not have the role that the call needs.'),
  ProofNeeded: refusal(
    [CODE.forbidden],
    'The call needs a proof of the last minutes: `proveAgain` takes one, in a way that `data.prove` lists.',
    PROVE,
  ),
  Missing: refusal([CODE.missing], 'There is no such thing, or the caller may not see it: the two answer alike.'),
  TooManyTries: refusal(
    [CODE.tooManyTries],
    'Too many tries of one caller or for one target; `data.retry_after` is in seconds.',
    RETRY_AFTER,
  ),
  SignInOver: refusal(
    SIGN_IN_OVER,
    'The caller must sign in: no token (2004), an expired one (2005), an unknown one (2006), an ended one (2007).',
  ),
  Ended: refusal([CODE.ended], 'The product is coming to its end, and this cannot be done any more.'),
  Fault: refusal([CODE.fault], 'The server cannot answer now, or has a bug.'),
}
type RefusalName = keyof typeof REFUSALS

function refusal(codes: readonly number[], description: string, data?: Json): Json {
  const code = codes.length === 1 ? { const: codes[0] } : { enum: codes }
  const properties = {
    code,
    message: { type: 'string', description: 'Ready to show, in Chinese.' },
    ...(data && { data }),
  }
  return { type: 'object', description, required: ['code', 'message'], properties }
}

/** The refusals that this call may answer with HTTP 200, by the names of the components. */
export function refusalsOf(name: CallName, { who, role, ends }: Call): RefusalName[] {
  return [
    'Refused',
    'BadRequest',
    ...(role ? (['RoleMissing'] as const) : []),
    ...(NEEDS_PROOF.includes(name) ? (['ProofNeeded'] as const) : []),
    'Missing',
    ...(ends === 'never' && !MAKES_ACCOUNTS.includes(name) ? [] : (['Ended'] as const)),
    'TooManyTries',
    ...(who === 'anyone' ? [] : (['SignInOver'] as const)),
  ]
}

const failed = (description: string, name: RefusalName, waits = false): Json => ({
  description,
  headers: {
    'X-Request-Id': ref('headers', 'X-Request-Id'),
    ...(waits && { 'Retry-After': ref('headers', 'Retry-After') }),
  },
  content: { 'application/json': { schema: ref('schemas', name) } },
})

/** The answers of every call that have another HTTP status, by the names of the components. */
export const FAILURES = {
  TooLarge: failed('The body is larger than the server takes.', 'BadRequest'),
  Flood: failed('Too many requests from one network address.', 'TooManyTries', true),
  Bug: failed('A bug; the log has it under the id of the request.', 'Fault'),
  Busy: failed('Overload, or the database or a platform is away. The request may be sent again later.', 'Fault', true),
}
export const FAILURE_AT = { 413: 'TooLarge', 429: 'Flood', 500: 'Bug', 503: 'Busy' } as const

/** Points at a component of the document. */
export function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}
