import { keyOf } from '#contract/media.ts'
import type { Listed } from '#server/media/store.ts'
import { type Found, listObjects, type Page } from '#server/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/outside/settings.ts'
import { WRITTEN, writtenName } from './written.ts'

const PAGE_SIZE = 1000

/** The keys after this one, uploaded or taken over, in one order; whatever else lies in the bucket is not ours. */
export async function listKeys(bucket: BucketConfig, after: string): Promise<Listed[]> {
  const uploaded = upTo(WRITTEN, await listObjects(bucket, { prefix: '', after }))
  const written = bare(await listObjects(bucket, { prefix: WRITTEN, after: writtenName(after) }))
  const ends = [uploaded.end, written.end].filter((end) => end !== undefined).sort()
  // Beyond the first end one of the two may still hold keys that were not seen.
  const seen = [...uploaded.found, ...written.found].filter(({ name }) => !ends[0] || name <= ends[0])
  const keys = new Map(seen.filter(({ name }) => keyOf(name) === name).map((found) => [found.name, found]))
  if (keys.size === 0 && ends[0]) return listKeys(bucket, ends[0])
  return [...keys.values()].sort(byName).slice(0, PAGE_SIZE).map(listed)
}

/** Nothing from this name on. */
const upTo = (name: string, { found, end }: Page): Page => ({
  found: found.filter((one) => one.name < name),
  end: end !== undefined && end < name ? end : undefined,
})

const bare = ({ found, end }: Page): Page => ({
  found: found.map((one) => ({ ...one, name: one.name.slice(WRITTEN.length) })),
  end: end?.slice(WRITTEN.length),
})

const byName = (a: Found, b: Found): number => (a.name < b.name ? -1 : 1)

const listed = ({ name, size, at }: Found): Listed => ({ key: name, size, at })
