import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { SOURCE_NAME } from '#contract/prove.ts'
import { APP_VERSION } from '#contract/system.ts'
import { pathsBesideCalls } from './besideCalls.ts'
import examples from './examples.json' with { type: 'json' }
import { type Example, operationOf } from './operation.ts'
import { FAILURES, type Json, REFUSALS } from './refusals.ts'

/** One request that a test has sent, and the data of its answer, for calls that have one (examples.test.ts). */
const EXAMPLES: Partial<Record<CallName, Example>> = examples

/** The OpenAPI 3.1 document of every call and of the public routes beside them. Made anew at each call, in a tenth of a second. */
export function openApiDocument(): Json {
  const paths = {
    ...Object.fromEntries(
      (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => [
        call.path,
        { post: operationOf(name, call, EXAMPLES[name]) },
      ]),
    ),
    ...pathsBesideCalls(),
  }
  return {
    openapi: '3.1.1',
    info: { title: '时光胶囊', version: APP_VERSION, description: ABOUT },
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: REFUSALS,
      responses: FAILURES,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  }
}

const ABOUT = `Every call is a POST with a JSON object, and answers with an envelope \`{code, message, data}\`.

- \`code\` 1000 is success, with \`data\`. Every other outcome of the product comes with HTTP 200 too, with its own code and a \`message\` ready to show; another HTTP status is a matter of the server.
- Ids are strings, opaque to clients. Flags are 0 and 1. Times are \`YYYY-MM-DD HH:mm:ss\` in China time, and \`''\` where there is none. A number may be sent as a string of digits.
- Fields that are unknown are dropped; an answer may gain fields.
- A file goes up by the form that \`ossToken\` has signed, and calls name it by its key.`

const PARAMETERS = {
  Source: {
    name: 'source',
    in: 'header',
    description: 'The kind of client; `h5` where none is named.',
    schema: { enum: Object.keys(SOURCE_NAME) },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'One key for one doing, kept for as long as its outcome is not known.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
}

const HEADERS = {
  'X-Request-Id': { description: 'The id under which the log has the request.', schema: { type: 'string' } },
  'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } },
}

const SECURITY = {
  signIn: { type: 'http', scheme: 'bearer', description: 'The token of `login`, `register` and their like.' },
  unsealLink: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of `unsealByToken`, which reads one capsule for a day.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'The token of `reviewLogin`, worth nothing elsewhere.' },
}

/** Each tag once, in the order of the paths. */
function tagsOf(paths: Record<string, Json>): Json[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path)) as { tags: string[] }[]
  return [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name }))
}
