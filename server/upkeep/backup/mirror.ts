import { mkdir, rm, stat } from 'node:fs/promises'
import { DAY_MS } from '#contract/time.ts'
import { mayErase } from '#server/platform/clock/clock.ts'
import { filesNow } from '#server/platform/clock/databaseNow.ts'
import type { Services } from '#server/platform/context.ts'
import { claimOrRefuse } from '#server/platform/media/disk/remains.ts'
import { type Named, openRawObjects } from '#server/platform/media/rawObjects.ts'
import { measure } from './files.ts'
import { openPool, type Pooled, pooledIn, pooledPath } from './pool.ts'

/** Objects unknown to a restored, older database are kept this long before they are cleared. */
const OLD_DAYS = 7
const BATCH = 500

type Mirroring = Pick<Services, 'config' | 'db' | 'keys' | 'log'>

/** Keeps an object as it lies in the second place too, where there is one; what the mirror has stays as it is. */
export async function keepInMirror({ config, db, keys }: Mirroring, object: Named): Promise<void> {
  const place = config.mediaMirror
  if (!place || (await openPool(place).find(object.key))) return
  await claimOrRefuse(place, db, await isNew(place))
  const pieces = await openRawObjects({ config, keys }).read(object)
  if (pieces) await openPool(place).put(object.key, pieces)
}

/** Puts what the mirror has in the object's place, when that is sound itself. False where it could not. */
export async function putBackFromMirror(services: Mirroring, object: Named): Promise<boolean> {
  const place = services.config.mediaMirror
  const copy = place && (await openPool(place).find(object.key))
  if (!copy || !(await isSound(place, copy))) return false
  await openRawObjects(services).put(object, pooledPath(place, copy))
  services.log.warn({ object: object.key }, 'put back from the mirror')
  return true
}

const isSound = async (place: string, copy: Pooled): Promise<boolean> =>
  (await measure(pooledPath(place, copy)))?.sha256 === copy.sha256

/** Clears objects that the database no longer has – cleared, or of a closed account – from the mirror, a week later. */
export async function clearMirror(services: Pick<Services, 'config' | 'db' | 'clock' | 'now'>): Promise<void> {
  const { config, db } = services
  const place = config.mediaMirror
  if (!place || !(await mayErase(services)) || (await isNew(place))) return
  await claimOrRefuse(place, db, false)
  const clearing = { db, place, now: await filesNow(services) }
  let batch: Pick<Pooled, 'key' | 'sha256'>[] = []
  for await (const object of pooledIn(place)) {
    if (batch.push(object) < BATCH) continue
    await clearUnknown(clearing, batch)
    batch = []
  }
  await clearUnknown(clearing, batch)
}

type Clearing = { db: Services['db']; place: string; now: Date }

async function clearUnknown({ db, place, now }: Clearing, batch: Pick<Pooled, 'key' | 'sha256'>[]): Promise<void> {
  const keys = batch.map(({ key }) => key)
  const rows = keys.length > 0 ? await db.selectFrom('objects').select('key').where('key', 'in', keys).execute() : []
  const known = new Set(rows.map(({ key }) => key))
  for (const object of batch.filter(({ key }) => !known.has(key))) {
    const path = pooledPath(place, object)
    if (now.getTime() - (await stat(path)).mtimeMs > OLD_DAYS * DAY_MS) await rm(path)
  }
}

/** Whether the mirror has no owner yet: it is then for the database that first keeps something there; makes its folder. */
async function isNew(place: string): Promise<boolean> {
  return (
    (await mkdir(place, { recursive: true, mode: 0o700 })) !== undefined ||
    !(await stat(`${place}/owner`).catch(() => undefined))
  )
}
