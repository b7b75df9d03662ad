import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { chinaDay } from '#contract/time.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { digestOf, makePublicKeys } from '#server/upkeep/sunset/publicKeys.ts'
import { run } from './backup.ts'
import { dropPlace, type Engine, inPlace, makePlace } from './place.ts'
import { megabytes, printAligned } from './report.ts'
import { seedWorld } from './seed.ts'
import { NO_STOCK } from './world.ts'

/** Five of them are sealed. */
const CAPSULES_EACH = 10

/** The archives of so many people as files, with keys of months as in production: time, memory and bytes. */
export async function measureEverybody(engine: Engine, people: number): Promise<void> {
  const place = await makePlace(join(engine.folder, `everybody_${people}`), engine.server)
  const keys = await openKeys(place, { make: true })
  await inPlace(place, async ({ db, settle }) => {
    await seedWorld(db, keys, { capsules: people * CAPSULES_EACH, owners: people, stock: NO_STOCK })
    await sql`insert into keyring (key_id, fingerprint) values ('master', ${keys.fingerprint})`.execute(db)
    await sql`insert into clock (last_at, place) values (now(), '')`.execute(db)
    await sql`insert into sunset (ends_on, readonly_at) values (current_date, now())`.execute(db)
    await settle()
  })
  const monthKeys = makePublicKeys(randomBytes(32), chinaDay(new Date()).slice(0, 7))
  const file = join(engine.folder, 'month-keys.json')
  writeFileSync(file, JSON.stringify(monthKeys))
  await run('take', 0, place, ['sunset', 'take', file, digestOf(monthKeys)])
  const to = join(engine.folder, 'kept')
  const words = ['sunset', 'archives', '--to', to, '--at', 'https://kept.example/', '--confirm', '存好归档']
  const began = performance.now()
  let [peak, runs] = [0, 0]
  // Everybody of the world: those of no capsules, too.
  for (let before = -1; before < filesIn(to); runs++) {
    before = filesIn(to)
    peak = Math.max(peak, (await run('archives', 0, place, words)).peakMegabytes ?? 0)
  }
  const seconds = (performance.now() - began) / 1000
  const bytes = readdirSync(to).reduce((sum, name) => sum + statSync(join(to, name)).size, 0)
  console.log(`\neverybody's archive: ${people} people with ${CAPSULES_EACH} capsules each, half of them sealed`)
  printAligned([
    ['files', 'seconds', 'ms a file', 'MB', 'memory, MB', 'runs'],
    [
      String(filesIn(to)),
      seconds.toFixed(0),
      ((seconds * 1000) / filesIn(to)).toFixed(0),
      megabytes(bytes),
      peak.toFixed(0),
      String(runs),
    ],
  ])
  await dropPlace(place)
}

/** Without the page that opens them. */
const filesIn = (folder: string): number => {
  try {
    return readdirSync(folder).length - 1
  } catch {
    return 0
  }
}
