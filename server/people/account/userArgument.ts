import { readFile } from 'node:fs/promises'
import type { Parsed } from '#contract/calls.ts'
import { AGREEMENT_NAME, AGREEMENT_VERSION } from '#contract/system.ts'

const FILES = ['terms.html', 'privacy.html'] as const
const read: (Promise<string> | undefined)[] = []

/** The user agreement and the privacy policy, from their files. */
export async function userArgument(_context: unknown, { type }: Parsed<'userArgument'>) {
  read[type] ??= readFile(new URL(`./agreements/${FILES[type]}`, import.meta.url), 'utf8')
  return { agreement: { title: AGREEMENT_NAME[type], version: AGREEMENT_VERSION, content: await read[type] } }
}
