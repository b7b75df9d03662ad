import { z } from 'zod'
import type { Call, Who } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { FAILURE_AT, type Json, ref, refusalsOf } from './refusals.ts'

/** One request that a test has sent, and the `data` of its answer. */
export type Example = { input: unknown; data: unknown }

const WHO: Record<Who, string> = {
  anyone: 'Needs no sign-in.',
  either: 'Works with and without a sign-in.',
  user: 'Needs a sign-in.',
  operator: 'Needs an operator’s sign-in.',
}

/** The operation of one call. */
export function operationOf(name: CallName, call: Call, example: Example | undefined): Json {
  const { path, once, reads, input } = call
  const body = schemaOf(input)
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary: name,
    description: descriptionOf(call),
    security: securityOf(call),
    parameters: [ref('parameters', 'Source'), ...(once ? [ref('parameters', 'IdempotencyKey')] : [])],
    requestBody: {
      required: Array.isArray(body.required) || body.anyOf !== undefined,
      content: json(body, example?.input),
    },
    responses: {
      200: {
        description: 'The outcome, told by `code`.',
        headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') },
        content: json(
          { oneOf: [successOf(call), ...refusalsOf(name, call).map((refusal) => ref('schemas', refusal))] },
          example && { code: CODE.ok, data: example.data },
        ),
      },
      ...Object.fromEntries(Object.entries(FAILURE_AT).map(([status, failure]) => [status, ref('responses', failure)])),
      ...(name === 'applePaySuccess' && { 400: NOT_HEARD }),
    },
    'x-reads': reads,
  }
}

/** The part of the address after `/api/`; `site` where there is one part alone. */
export const tagOf = (path: string): string => /^\/api\/([^/]+)\//.exec(path)?.[1] ?? 'site'

function descriptionOf({ who, role, link, reads, once, alike }: Call): string {
  return [
    WHO[who],
    role && `The operator must have the role \`${role}\`.`,
    link && 'Takes the token of an unseal link in place of a sign-in.',
    reads && 'Changes no stored data, and may be repeated.',
    once && 'The same `Idempotency-Key` from the same person gives the first answer again and does nothing twice.',
    alike && 'Without a key a second request with the same content is taken for a double tap.',
  ]
    .filter(Boolean)
    .join(' ')
}

function securityOf({ who, link }: Call): Json[] {
  if (who === 'anyone') return []
  if (who === 'operator') return [{ operator: [] }]
  const signIns: Json[] = [{ signIn: [] }, ...(link ? [{ unsealLink: [] }] : [])]
  return who === 'either' ? [{}, ...signIns] : signIns
}

const successOf = ({ output }: Call): Json => ({
  type: 'object',
  required: ['code', 'data'],
  properties: { code: { const: CODE.ok }, data: schemaOf(output) },
})

/** Apple sends its notification again after this answer. */
const NOT_HEARD = {
  description: 'A notification of Apple’s that does not hold.',
  content: { 'application/json': { schema: ref('schemas', 'Refused') } },
}

/** As a client sends it, before defaults. Of an answer a client must let further fields be. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json
}

const json = (schema: Json, example: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { examples: { tested: { value: example } } }) },
})
