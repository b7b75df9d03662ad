import { readFileSync } from 'node:fs'

export const PAGE = 'docs/operate.md'
/** The kinds of blocks, named after the tests or machines that run them. */
export const KINDS = ['first-start', 'anywhere', 'clock', 'restore', 'release', 'rotate', 'server', 'cluster'] as const
export type Kind = (typeof KINDS)[number]

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm
const NOT_RUN = / # not run(:.*)?$/
/** A line in running text that somebody would type: these words, then more. */
const TYPED = /`((?:capsule|patronictl|systemctl|psql|npm run) [a-z][^`]*)`/g

/** The blocks of a kind as they stand on the page, without the lines that are marked as not run. */
export const blocksOf = (kind: Kind, page = readFileSync(PAGE, 'utf8')): string[] =>
  [...page.matchAll(FENCE)].filter(([, tag]) => tag === `sh ${kind}`).map(([, , text]) => withoutMarked(text!))

const withoutMarked = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !NOT_RUN.test(line))
    .join('\n')

/** Commands on the page that no test runs and that are not marked: in a block of no kind, or only in a sentence. */
export function unproven(page: string): string[] {
  const blocks = [...page.matchAll(FENCE)]
  const stray = blocks.map(([, tag]) => tag!).filter((tag) => !KINDS.some((kind) => tag === `sh ${kind}`))
  const proven = blocks.flatMap(([, , text]) => text!.split('\n')).filter((line) => !line.startsWith('#'))
  const text = page.replaceAll(FENCE, '')
  const told = [...text.matchAll(TYPED)].map(([, command]) => command!)
  return [...stray, ...told.filter((command) => !proven.some((line) => line.includes(firstWords(command))))]
}

/** The command's own words, without its arguments: `capsule clock confirm`. */
const firstWords = (command: string): string => {
  const words = command.split(' ').filter((word) => /^[a-z][a-z-]*$/.test(word))
  return words.slice(0, 3).join(' ')
}
