import { parseArgs } from 'node:util'
import { refuse } from '#server/core/fail.ts'

/** The named values among what was typed; refuses anything else with the usage. */
export function optionsIn(args: string[], names: string[], usage: string): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args, options }).values
  } catch {
    throw refuse(usage)
  }
}
