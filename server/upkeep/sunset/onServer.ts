import { readText } from './offline.ts'

/** A command for the server, and the text of the file that it names. */
export type CommandLine = { words: string[]; file?: string }

/** The file of `sunset take FILE …`, read where it was typed, and the words without its name. */
export async function withKeysFile(words: string[]): Promise<CommandLine> {
  const [what, how, ...args] = words
  const path = what === 'sunset' && how === 'take' ? args.find((arg) => !arg.startsWith('--')) : undefined
  if (path === undefined) return { words }
  return { words: words.filter((word) => word !== path), file: await readText(path) }
}
