// `npm run golden:archive -- CHECKOUT`: makes test/golden/VERSION-MIGRATION.zip, the archive that the built product of that checkout
// (`npm run build` there) makes of a person with every kind of thing. Run by hand, once a release and when something new comes into
// archives; one that is there is never made anew (server/upkeep/archive/golden.test.ts, web/reader/golden.test.tsx).
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ARCHIVE_STATE } from '#contract/archive.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import { bytesOfParts, type Listed } from '#test/archives.ts'
import { get, later } from '#test/client.ts'
import { everything, order } from '#test/everything.ts'
import { goldenFile, goldenName } from '#test/golden.ts'
import { makeFolder } from '#test/ours.mjs'
import { addressOf, ended, runServer } from '#test/process.ts'

const [checkout] = process.argv.slice(2).map((path) => resolve(path))
if (!checkout || !existsSync(join(checkout, 'dist', 'reader', 'reader.js'))) {
  console.error('用法：npm run golden:archive -- 已构建好的代码目录')
  process.exit(1)
}
const name = goldenName(checkout)
if (existsSync(goldenFile(name, 'zip'))) {
  console.error(`${name} 已经有了：每个版本的归档只做一次，不再更改。`)
  process.exit(1)
}

const folder = makeFolder('golden')
const platforms = await startStandins()
const child = runServer({ ...platforms.env, DATA_DIR: folder }, checkout)
try {
  const bytes = await archiveFrom(await addressOf(child), platforms)
  writeFileSync(goldenFile(name, 'zip'), bytes)
  console.log(`${name}：${Math.round(bytes.length / 1024)} KB`)
} finally {
  child.kill('SIGTERM')
  await ended(child)
  await platforms.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The one part of the archive of a new person with everything. */
async function archiveFrom(url: string, platforms: Standins): Promise<Buffer> {
  const person = await everything(url)
  await order(url, person, platforms)
  const { id } = await get(url, 'exportCreate', {}, person)
  const parts = await bytesOfParts(url, await readyAt(url, person, id))
  if (parts.length !== 1) throw new Error(`${parts.length} parts`)
  return parts[0]!
}

async function readyAt(url: string, person: { token: string }, id: string): Promise<Listed> {
  for (;;) {
    const found = (await get(url, 'exportList', {}, person)).list.find((one) => one.id === id)!
    if (found.state === ARCHIVE_STATE.ready) return found
    await later(200)
  }
}
