import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  ArchiveDrafts,
  ArchiveMoney,
  ArchiveSealed,
  ArchiveSocial,
  ArchiveSummary,
  ArchiveYear,
} from '#contract/archiveFiles.ts'
import type { Output } from '#contract/calls.ts'
import { makeArchives } from '#server/upkeep/archive/make.ts'
import { ZIP_MOST } from '#server/upkeep/archive/zip.ts'
import type { TestApp } from './app.ts'
import { get } from './client.ts'
import { unzip } from './zip.ts'

type Asking = Pick<TestApp, 'url' | 'services'>
type Person = { token: string }
export type Listed = Output<'exportList'>['list'][number]

/** Asks for an archive and makes it, in parts of at most so many entries; as it is listed. */
export async function archiveOf(
  { url, services }: Asking,
  { token }: Person,
  entries = ZIP_MOST.entries,
): Promise<Listed> {
  const { id } = await get(url, 'exportCreate', {}, { token })
  await makeArchives({ ...services, most: { ...ZIP_MOST, entries } }, new AbortController().signal)
  const { list } = await get(url, 'exportList', {}, { token })
  return list.find((one) => one.id === id)!
}

export async function download(url: string, address: string, range?: string) {
  const response = await fetch(url + address, range ? { headers: { range } } : {})
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The bytes of all parts of an archive that is ready, each as long as it is said to be. */
export const bytesOfParts = async (url: string, { parts }: Listed): Promise<Buffer[]> =>
  Promise.all(
    parts.map(async (part) => {
      const { bytes } = await download(url, part.url)
      if (bytes.length !== part.bytes) throw new Error(`${part.name} has ${bytes.length} bytes, not ${part.bytes}`)
      return bytes
    }),
  )

/** The newest archive of this person, as their page is told of it. */
export const newestArchive = async ({ url }: Pick<Asking, 'url'>, token: string): Promise<Listed> =>
  (await get(url, 'exportList', {}, { token })).list[0]!

/** Writes these parts under their names, as a browser keeps them; their paths. */
export async function keepParts(folder: string, { parts }: Pick<Listed, 'parts'>, bytes: Buffer[]): Promise<string[]> {
  const paths = parts.map(({ name }) => join(folder, name))
  for (const [index, path] of paths.entries()) await writeFile(path, bytes[index]!)
  return paths
}

export type Files = Map<string, Buffer>

/** The files of all these parts. */
export async function filesIn(parts: readonly Buffer[]): Promise<Files> {
  const files: Files = new Map()
  for (const part of parts) for (const [name, content] of await unzip(part)) files.set(name, content)
  return files
}

/** Everything that an archive made now has, by the names of its files. */
export const filesOf = async (app: Asking, person: Person): Promise<Files> =>
  filesIn(await bytesOfParts(app.url, await archiveOf(app, person)))

export type Json = {
  archive: ArchiveSummary
  drafts: ArchiveDrafts
  sealed: ArchiveSealed
  social: ArchiveSocial
  money: ArchiveMoney
}
export const jsonOf = <Name extends keyof Json>(files: Files, name: Name): Json[Name] =>
  JSON.parse(String(files.get(`data/json/${name}.json`)))

export const yearsOf = (files: Files): ArchiveYear[] =>
  jsonOf(files, 'archive').years.map(({ year }) => JSON.parse(String(files.get(`data/json/${year}.json`))))
