import { OPENED_VERSION, type OpenedCapsule } from './openedCapsule.ts'

const HASH = /^[0-9a-f]{64}$/
type Fields = Record<string, unknown>

/** The opened capsule in this file (`openedCapsule`, whose schema pages do not carry); undefined where there is none. */
export function readOpened(text: string): OpenedCapsule | undefined {
  const file = jsonIn(text)
  if (!isFields(file) || file.version !== OPENED_VERSION || !isFields(file.parts)) return undefined
  const { capsule, statement, salts } = file
  const isIt = isFacts(capsule) && isFacts(statement) && areHashes(statement.parts) && areHashes(salts)
  return isIt ? (file as OpenedCapsule) : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFacts = (value: unknown): value is Fields =>
  isFields(value) &&
  [0, 1, 2].includes(value.type as number) &&
  [value.id, value.sealed_at, value.open_time].every((fact) => typeof fact === 'string')

const areHashes = (value: unknown): boolean =>
  isFields(value) && Object.values(value).every((hash) => typeof hash === 'string' && HASH.test(hash))
