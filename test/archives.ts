import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive } from '#contract/archive.ts'
import { makeArchives } from '#server/upkeep/archive/make.ts'
import type { TestApp } from './app.ts'
import { get } from './client.ts'

type Site = Pick<TestApp, 'url' | 'services'>

/** The newest archive of this person, as their page is told of it. */
export async function newestArchive({ url }: Pick<Site, 'url'>, token: string): Promise<Archive> {
  return (await get(url, 'exportList', {}, { token })).list[0]!
}

/** Asks for an archive and makes it at once. */
export async function madeArchive(site: Site, token: string): Promise<Archive> {
  await get(site.url, 'exportCreate', {}, { token })
  await makeArchives(site.services, new AbortController().signal)
  return newestArchive(site, token)
}

/** All parts of an archive, one after another. Throws where one does not come whole. */
export async function partsOf({ url }: Pick<Site, 'url'>, { parts }: Pick<Archive, 'parts'>): Promise<Buffer[]> {
  const got: Buffer[] = []
  for (const part of parts) got.push(Buffer.from(await (await fetch(url + part.url)).arrayBuffer()))
  return got
}

/** Writes these parts under their names, as a browser keeps them; their paths. */
export async function keepParts(folder: string, { parts }: Pick<Archive, 'parts'>, bytes: Buffer[]): Promise<string[]> {
  const paths = parts.map(({ name }) => join(folder, name))
  for (const [index, path] of paths.entries()) await writeFile(path, bytes[index]!)
  return paths
}
