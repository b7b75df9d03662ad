import { createHash } from 'node:crypto'

const HASH_CHARS = 6
const TABLES_MOST = 3
const LITERALS = /'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g
const LISTS = /\(\s*\?(?:\s*,\s*\?)+\s*\)(?:\s*,\s*\(\s*\?(?:\s*,\s*\?)*\s*\))*/g
const VERB = /\b(select|insert|update|delete|merge|begin|commit|set|vacuum|create|alter|copy|lock)\b/i
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/gi
const NO_TABLE = new Set(['select', 'of', 'set', 'unnest', 'lateral', 'jsonb_to_recordset', 'generate_series'])

/**
 * A short name that a statement keeps from one version to the next while its text stays: verb, tables, hash, such as
 * `update capsules 3f9a1c`. Whatever stands in it as a value, bound or not, and how many there are, changes nothing.
 */
export function statementName(text: string): string {
  const shape = text.replace(LITERALS, '?').replace(LISTS, '(?)').replace(/\s+/g, ' ').trim()
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, HASH_CHARS)
  const found = [...shape.matchAll(TABLE)].map((match) => match[1]!.toLowerCase()).filter((name) => !NO_TABLE.has(name))
  const verb = /^\W*with\b/i.test(shape) ? 'with' : (VERB.exec(shape)?.[1]?.toLowerCase() ?? 'statement')
  return [verb, ...[...new Set(found)].slice(0, TABLES_MOST), hash].join(' ')
}
