import type { Source } from './borders.ts'

/** Comments of TypeScript and CSS; an address in a text is none. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g
/** A sentence whose subject a stranger has to look for: "whoever", or one that begins with "What" and asks nothing. */
const HARD = /(?<!")\b[Ww]hoever\b|(?:^|[.:;!?] |– )What [^?.:;]*(?=[.:;]|$)/g

/** Comments and sentences of documents that are no plain English, each with the words that make it so (CONTRIBUTING.md). */
export function hardWords(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    proseOf(path, text).flatMap((prose) =>
      [...sentencesOf(prose).matchAll(HARD)].map(([words]) => `${path}: ${words.trim()}`),
    ),
  )
}

/** The comments of code; of a document its paragraphs, items and cells. */
const proseOf = (path: string, text: string): string[] =>
  path.endsWith('.md')
    ? text.split(/\n\n|\n *- |\n *\d+\. | \| |\n\| /)
    : [...text.matchAll(COMMENT)].map(([comment]) => comment)

/** A comment as one line, without its signs. */
const sentencesOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$|^\s*\*|^\/\//gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Names of types that say nothing of what they hold; three of each are let be. */
const VAGUE = ['Row', 'Values', 'Asked', 'Needed', 'Said', 'Line']
const VAGUE_MOST = 3

/** Those that stand more often than that, with their files. */
export function vagueTypes(sources: Source[]): string[] {
  return VAGUE.flatMap((name) => {
    const declared = new RegExp(`^(?:export )?type ${name}\\b`, 'm')
    const files = sources.filter(({ text }) => declared.test(text)).map(({ path }) => path)
    return files.length > VAGUE_MOST ? [`${name}: ${files.join(', ')}`] : []
  })
}
