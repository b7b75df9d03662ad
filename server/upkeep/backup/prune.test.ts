import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { writeLines } from './files.ts'
import { FORMAT, writeManifest } from './manifest.ts'
import { folderOf, markVerified, nameAt } from './places.ts'
import { KEEP, prune } from './prune.ts'

const NOW = new Date('2026-11-24T04:00:00Z')
const HOUR_MS = DAY_MS / 24

let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'capsule-prune-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** The first or the last of a month: each backup is synced, and five hundred take a crowded disk more than a minute. */
const isBesideMonths = (day: Date): boolean =>
  day.getUTCDate() === 1 || new Date(day.getTime() + DAY_MS).getUTCDate() === 1

async function* linesOf(objects: object[]) {
  for (const object of objects) yield JSON.stringify(object)
}

/** A backup of that moment which names these objects; only their names count here. */
async function make(moment: Date, keys: string[], { isGood = true } = {}) {
  const folder = folderOf(place, nameAt(moment))
  await mkdir(folder, { recursive: true })
  const objects = keys.map((key) => ({ key, bytes: 1, sha256: 'a'.repeat(64) }))
  const { file } = await writeLines(folder, 'objects.ndjson.gz', linesOf(objects))
  await writeManifest(folder, {
    ...{ format: FORMAT, made_at: moment.toISOString(), version: '1', engine: 'embedded', store: 'disk', key: 'k' },
    ...{ migrations: [], tables: [], chars: 0, sequences: [], ledger: {} },
    objects: { count: keys.length, bytes: keys.length, gone: 0, file },
  })
  if (isGood) await markVerified(folder, moment)
  for (const key of keys) {
    await mkdir(join(place, 'objects', 'image', '1'), { recursive: true })
    await writeFile(join(place, 'objects', `${key}.${'a'.repeat(64)}`), '')
  }
}

describe('old backups', { timeout: 60_000 }, () => {
  it('go but for the newest of seven days, four weeks and twelve months, and all of the last two days', async () => {
    const days = Array.from({ length: 500 }, (_, ago) => new Date(NOW.getTime() - ago * DAY_MS))
    for (const [ago, day] of days.entries())
      if (ago < 70 || isBesideMonths(day)) await make(day, ['image/1/ever', `image/1/day${ago}`])
    await make(new Date(NOW.getTime() - 3 * HOUR_MS), ['image/1/byhand'])
    await make(new Date(NOW.getTime() - 3 * DAY_MS - HOUR_MS), ['image/1/bad'], { isGood: false })
    await make(new Date(NOW.getTime() - 9 * DAY_MS - HOUR_MS), ['image/1/worse'], { isGood: false })
    await prune(place, KEEP, NOW)

    const left = (await readdir(join(place, 'backups'))).sort().reverse()
    const kept = left.map((name) => `${name.slice(0, 8)} ${name.slice(9, 11)}`)
    expect(kept).toEqual([
      ...['20261124 04', '20261124 01', '20261123 04', '20261122 04', '20261121 04', '20261121 03', '20261120 04'],
      ...['20261119 04', '20261118 04', '20261115 04', '20261108 04', '20261031 04'],
      ...['20260930 04', '20260831 04', '20260731 04', '20260630 04', '20260531 04', '20260430 04'],
      ...['20260331 04', '20260228 04', '20260131 04', '20251231 04'],
    ])
    const objects = (await readdir(join(place, 'objects', 'image', '1'))).map((name) => name.split('.')[0]!)
    expect(objects).toHaveLength(left.length + 1)
    expect(objects).toEqual(expect.arrayContaining(['ever', 'byhand', 'bad', 'day0', 'day328']))
    expect(objects).not.toContain('worse')
    expect(await prune(place, KEEP, NOW)).toEqual([])
  })
})
