import { MEDIA_KINDS } from '#contract/media.ts'
import { PROVIDERS } from '#contract/oauth.ts'
import { ORDER_CHANNELS } from '#contract/pay.ts'
import { FAILURE_AT, type Json, ref } from './refusals.ts'

/** The public routes that are no calls: uploads and media, calendars, links, the slider's pictures, platforms, health. */
export const pathsBesideCalls = (): Record<string, Json> => ({
  '/oss/{kind}': {
    post: {
      ...told('upload', 'media', 'Uploads one file, by a form as OSS takes it (PostObject).'),
      description:
        'The fields are those that `ossToken` has signed, then `key`, which begins with the prefix of the kind, and `file` as the last one. Where files lie in a bucket the form goes to the bucket: `hosts` of `ossToken` says where.',
      parameters: [inPath('kind', { enum: MEDIA_KINDS })],
      requestBody: { required: true, content: { 'multipart/form-data': { schema: FORM } } },
      responses: {
        204: { description: 'Stored.' },
        200: { description: 'Stored; the form asked for 200 in `success_action_status`.' },
        201: { description: 'Stored; the form asked for 201.', content: XML },
        ...Object.fromEntries(
          [400, 403, 409, 500, 503].map((status) => [status, { description: 'Refused, as OSS does.', content: XML }]),
        ),
      },
    },
  },
  '/m/{permission}/{key}': {
    get: {
      ...told('media', 'media', 'The bytes of an object, for a client with a permission that is still valid.'),
      description: 'Answers of calls hold such addresses whole. The key has slashes of its own. Takes `Range`.',
      parameters: [
        inPath('permission'),
        inPath('key'),
        inQuery(
          'x-oss-process',
          'A smaller picture (`image/resize,w_400`), or the first second of a video (`video/snapshot,t_1000`).',
        ),
        inQuery('name', 'The name under which it is saved.'),
      ],
      responses: {
        200: { description: 'The bytes.', content: { '*/*': {} } },
        206: { description: 'A part of them.', content: { '*/*': {} } },
        302: { description: 'On to the bucket.' },
        304: { description: 'The client has it.' },
        403: { description: 'The permission is over, or of another object.' },
        404: { description: 'No such object.' },
        416: { description: 'No such part.' },
      },
    },
  },
  '/export/{permission}/{file}': {
    get: {
      ...told(
        'archivePart',
        'user',
        'A part of a person’s archive (`{id}-{n}.zip`), at the address that `exportList` gives.',
      ),
      description:
        'Good for six hours, while the archive lives. Takes `Range` and `If-Range`; a new address of the same part keeps its ETag, so that a download goes on.',
      parameters: [inPath('permission'), inPath('file')],
      responses: {
        200: { description: 'The bytes.', content: { 'application/zip': {} } },
        206: { description: 'A part of them.', content: { 'application/zip': {} } },
        403: { description: 'The permission is over, or of another part.' },
        404: { description: 'The archive is over, or there is no such part.' },
        416: { description: 'No such part of the file.' },
        ...failures(503),
      },
    },
  },
  '/calendar/feed/{token}.ics': {
    get: {
      ...told('feed', 'calendar', 'The open times of one person’s capsules, for as long as they wish.'),
      ...calendar('token'),
    },
  },
  '/calendar/waiting/{token}.ics': {
    get: {
      ...told('waitingDay', 'calendar', 'The open time of a capsule that waits for somebody, until it is taken.'),
      ...calendar('token'),
    },
  },
  '/calendar/event/{permission}/{id}.ics': {
    get: { ...told('event', 'calendar', 'One capsule’s open time, for ten minutes.'), ...calendar('permission', 'id') },
  },
  '/c/{id}': redirect('capsuleLink', 'On to a capsule, for its owner.', 'id'),
  '/u/{token}': redirect('unsealLink', 'On to the page of an unseal link.', 'token'),
  '/n/{token}': {
    ...redirect('contactLink', 'On to the page by which a contact says whether they want messages.', 'token'),
    post: {
      ...told('stopMail', 'links', 'The one click of a mail program (RFC 8058): this address wants no more.'),
      parameters: [inPath('token')],
      responses: { 200: { description: 'Stopped.', content: { 'text/plain': {} } }, ...UNKNOWN, ...failures(429, 503) },
    },
  },
  '/s/{token}': {
    get: {
      ...told('sharedPage', 'links', 'A shared capsule, as chats show its address, and the way on to its page.'),
      parameters: [inPath('token')],
      responses: { 200: HTML, 404: HTML, ...failures(429, 503) },
    },
  },
  '/verify': {
    get: {
      ...told(
        'verifyPage',
        'links',
        'A place in the log of receipts, as chats show its address, and the way on to its page.',
      ),
      parameters: [
        inQuery('i', 'The place, from 0.'),
        inQuery('l', 'The number of the log, where it is not the first.'),
      ],
      responses: { 200: HTML, ...failures(503) },
    },
  },
  ...Object.fromEntries(
    ['createMasterMap', 'createAuxiliaryChart'].map((name) => [
      `/api/slideCode/${name}`,
      {
        get: {
          ...told(name, 'slideCode', 'A picture of the slider’s puzzle, which `createSlideCode` has begun.'),
          parameters: [{ ...inQuery('pk_id', 'The label of the puzzle.'), required: true }],
          responses: {
            200: { description: 'The picture.', content: { 'image/png': {} } },
            ...UNKNOWN,
            ...failures(429, 503),
          },
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    PROVIDERS.map((provider) => [
      `/api/OAuth/${provider}/callback`,
      {
        get: {
          ...told(`${provider}Callback`, 'OAuth', 'Back from the platform, and on to the page that asked.'),
          parameters: [inQuery('code', 'The platform’s code.'), inQuery('state', 'The state of the trip.')],
          responses: { 302: { description: 'On to the page.' } },
        },
      },
    ]),
  ),
  '/api/pay/return': {
    get: {
      ...told('payReturn', 'pay', 'Where a platform brings the payer back to; the address is not believed.'),
      responses: { 303: { description: 'On to the page.' } },
    },
  },
  ...Object.fromEntries(
    ORDER_CHANNELS.map((channel) => [
      `/api/notify/${channel}`,
      {
        post: {
          ...told(
            `${channel}Notify`,
            'notify',
            'The platform’s news of a payment, in its own format and with its signature.',
          ),
          requestBody: { content: { '*/*': {} } },
          responses: {
            200: { description: 'Heard.', content: { '*/*': {} } },
            default: { description: 'Not heard: the platform sends it again.' },
          },
        },
      },
    ]),
  ),
  '/live': {
    get: { ...told('live', 'health', 'This process runs; it asks nothing of anybody.'), responses: { 200: HEALTH } },
  },
  '/health': {
    get: {
      ...told('health', 'health', 'Whether this process can serve, and with what restrictions.'),
      responses: { 200: HEALTH, 503: { ...HEALTH, description: 'It cannot; `reason` says why.' } },
    },
  },
  '/api/openapi.json': {
    get: {
      ...told('openapi', 'site', 'This document.'),
      responses: {
        200: { description: 'The document.', content: { 'application/json': {} } },
        304: { description: 'The client has it.' },
      },
    },
  },
})

const XML = { 'application/xml': {} }
const HTML = { description: 'A page.', content: { 'text/html': {} } }
const HEALTH = {
  description: 'It can.',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['status'], properties: { status: { type: 'string' } } },
    },
  },
}
const FORM = {
  type: 'object',
  required: ['key', 'file'],
  properties: { key: { type: 'string' }, file: { type: 'string', format: 'binary' } },
  additionalProperties: { type: 'string' },
}
const UNKNOWN = {
  404: { description: 'Nothing is there.', content: { 'application/json': { schema: ref('schemas', 'Missing') } } },
}

const told = (operationId: string, tag: string, summary: string): Json => ({
  operationId,
  tags: [tag],
  summary,
  security: [],
})

const inPath = (name: string, schema: Json = { type: 'string' }): Json => ({ name, in: 'path', required: true, schema })
const inQuery = (name: string, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const redirect = (operationId: string, summary: string, name: string): Json => ({
  get: {
    ...told(operationId, 'links', summary),
    parameters: [inPath(name)],
    responses: { 302: { description: 'On to the page.' } },
  },
})

const calendar = (...names: string[]): Json => ({
  parameters: names.map((name) => inPath(name)),
  responses: {
    200: { description: 'A calendar.', content: { 'text/calendar': {} } },
    404: { description: 'No calendar.', content: { 'text/plain': {} } },
    ...failures(429, 503),
  },
})

const failures = (...at: (keyof typeof FAILURE_AT)[]): Json =>
  Object.fromEntries(at.map((status) => [status, ref('responses', FAILURE_AT[status])]))
