import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { CHUNK_BYTES } from './cipher.ts'
import { FormRefused, malformed } from './refusal.ts'
import type { Fields } from './signature.ts'

const LIMITS = { fields: 40, parts: 60, fieldSize: 32 * 1024, headerPairs: 20, headerSize: 8 * 1024 }
/** All fields together; a signed form has about three. */
const FIELDS_CHARS = 64 * 1024

/** `file` must be read to its end or destroyed; what the form holds after it is not looked at. */
export type Form = { fields: Fields; file: Readable }

/** Reads a form up to its file, which comes last. `signal` ends it at any time, the file's stream as well. */
export function readForm(request: IncomingMessage, signal: AbortSignal): Promise<Form> {
  const parser = parserFor(request)
  const fields = new Map<string, string>()
  return new Promise((resolve, reject) => {
    let chars = 0
    // The parser gives what it was sent: a part may have no name at all.
    parser.on('field', (given: string | undefined, value: string, nameCut, valueCut) => {
      const name = given?.toLowerCase()
      chars += value.length
      if (!name || nameCut || valueCut || fields.has(name)) return reject(malformed('表单字段不正确'))
      if (chars > FIELDS_CHARS) return reject(malformed('表单字段太大了'))
      fields.set(name, value)
    })
    parser.on('file', (_name, file) => {
      endWith(file, signal)
      // Parts after the file must not count, and may be parsed before anybody looks.
      resolve({ fields: new Map(fields), file })
    })
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => reject(malformed('表单字段太多了')))
    }
    parser.on('finish', () => reject(malformed('表单里没有 file')))
    parser.on('error', () => reject(malformed('表单不完整')))
    signal.addEventListener('abort', () => reject(signal.reason))
    request.pipe(parser)
  })
}

/** The bytes of the file; a form that breaks off throws. */
export async function* piecesOf({ file }: Form): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw error instanceof FormRefused ? error : malformed('表单不完整')
  }
}

function parserFor(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: LIMITS,
      fileHwm: CHUNK_BYTES,
      highWaterMark: CHUNK_BYTES,
      isPartAFile: (name) => name?.toLowerCase() === 'file',
    })
  } catch {
    throw malformed('请用 multipart/form-data 上传')
  }
}

/** The parser may tell of an error before anybody reads. */
function endWith(file: Readable, signal: AbortSignal): void {
  file.on('error', (error) => file.destroy(error))
  signal.addEventListener('abort', () => file.destroy(signal.reason))
}
