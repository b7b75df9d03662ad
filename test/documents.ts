import { posix } from 'node:path'

/** A file of the repository: its path from the root, and its text. */
type Document = { path: string; text: string }

const DECISIONS = 'docs/decisions'
const CODE = /```[\s\S]*?```|`[^`\n]*`/g

/**
 * Links and pictures of these documents that lead to no file, or to no section of one of them, as `document: link`; `files` are
 * the paths there are.
 */
export function deadLinks(documents: Document[], files: ReadonlySet<string>): string[] {
  const sections = sectionsOf(documents)
  return documents.flatMap(({ path, text }) =>
    [...text.replace(CODE, '').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source!)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !leads(link.startsWith('#') ? path + link : posix.join(posix.dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )

  function leads(to: string): boolean {
    const [path, section] = to.split('#') as [string, string?]
    return isThere(path, files) && (!section || sections.get(path)?.has(section) !== false)
  }
}

const isThere = (path: string, files: ReadonlySet<string>): boolean =>
  files.has(path) || [...files].some((file) => file.startsWith(path.endsWith('/') ? path : `${path}/`))

/** The names by which headings are linked to, as GitHub makes them, by the path of their document. */
const sectionsOf = (documents: Document[]): Map<string, Set<string>> =>
  new Map(
    documents.map(({ path, text }) => [
      path,
      new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => sectionOf(heading!))),
    ]),
  )

const sectionOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Pages of decisions, or sections of them, that code or a document names in its words, and that are not there. */
export function unknownDecisions(sources: Document[], pages: Document[]): string[] {
  const sections = sectionsOf(pages)
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions\/([a-z][\w-]*)(\.md)?(?:#([\p{L}\p{N}_-]+))?/gu)]
      .filter(([, name, ending, section]) => {
        const there = sections.get(`${DECISIONS}/${name}.md`)
        return !ending || !there || (section && !there.has(section))
      })
      .map(([named]) => `${path}: ${named}`),
  )
}

/** Migrations that have run keep their text, and so the numbers that decisions had once. */
const MIGRATION = /^server\/platform\/db\/migrations\//

/** Decisions named by a number: in a migration by one that the index has no line of, elsewhere by any. */
export function numberedDecisions(sources: Document[], index: string): string[] {
  const known = new Set([...index.matchAll(/^\| (\d{3}) \| .*\]\(\w+\.md/gm)].map(([, number]) => number))
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions?[ /](0\d\d)\b/g)]
      .filter(([, number]) => !(MIGRATION.test(path) && known.has(number)))
      .map(([named]) => `${path}: ${named}`),
  )
}

/** Pages of decisions that their index does not name, or names more than once. */
export const unlistedDecisions = (pages: string[], index: string): string[] =>
  pages.filter(
    (page) =>
      index.split('\n').filter((line) => line.startsWith(`| [${page.replace(/\.md$/, '')}](${page})`)).length !== 1,
  )

/** Pictures that no document shows. */
export const unshownPictures = (documents: Document[], pictures: string[]): string[] =>
  pictures.filter((picture) => !documents.some(({ text }) => text.includes(posix.basename(picture))))
