import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '#server/http/commands.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, upload } from '#test/client.ts'
import { deletedBefore } from '#test/due.ts'
import { png } from '#test/media.ts'
import { listedObjects } from './copyObjects.ts'
import { linesIn } from './files.ts'
import { readManifest } from './manifest.ts'
import { findBackup } from './places.ts'
import { prune } from './prune.ts'
import { runBackup } from './run.ts'

const app = withApp()
let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'capsule-backups-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** A backup made now: which capsules and which objects it holds. */
async function backUp() {
  const { config, log, now } = app.services
  const askForCopy = async (folder: string) => void (await runCommand(app.services, ['backup', 'copy', folder]))
  await runBackup({ config, log, now }, ['--to', place], { askForCopy, note: async () => {} })
  const { folder } = await findBackup(place)
  const { tables } = await readManifest(folder)
  const held = async (name: string, column: string) => {
    const table = tables.find((table) => table.name === name)!
    const at = table.columns.findIndex((one) => one.name === column)
    const cells: string[] = []
    for await (const line of linesIn(join(folder, table.file.path))) cells.push(String(JSON.parse(line)[at]))
    return cells
  }
  const objects: string[] = []
  for await (const { key } of listedObjects(folder)) objects.push(key)
  const rows = [...(await held('capsules', 'id')), ...(await held('capsule_contents', 'capsule_id'))]
  return { rows, objects, keys: await held('objects', 'key'), folder }
}

const run = (name: string) => jobs.find((job) => job.name === name)!.run(app.services, new AbortController().signal)
/** The objects in the pool of all backups, by file name. */
const pooled = async () => (await readdir(join(place, 'objects'), { recursive: true })).join('\n')
const namedIn = (key: string) => key.split('/').at(-1)!

it('a diary that its owner deleted is in no backup made after it is gone, nor are its media, and goes with the older ones', async () => {
  const { token } = await newPerson(app.url)
  const write = async (seed: number) => {
    const picture = await upload(app.url, token, 'image', await png({ width: 64, height: 64, seed }), 'png')
    const content = [{ type: 0 as const, content: `<p>${seed}</p><img src="${picture}" alt="">`, comment: '' }]
    return { picture, ...(await get(app.url, 'createDiaryCapsule', { content }, { token })) }
  }
  const [gone, stays] = [await write(1), await write(2)]
  await get(app.url, 'deleteDiary', { capsule_id: gone.capsule_id }, { token })
  const before = await backUp()
  // Within its seven days it can be restored, from a backup as well.
  for (const diary of [gone, stays]) {
    expect(before.rows.filter((id) => id === diary.capsule_id)).toHaveLength(2)
    expect([before.keys, before.objects]).toEqual([
      expect.arrayContaining([diary.picture]),
      expect.arrayContaining([diary.picture]),
    ])
  }
  await deletedBefore(app.services, gone.capsule_id, '7 days 1 second')
  for (const name of ['sweepDiaries', 'clearLoose']) await run(name)
  const after = await backUp()
  expect(after.rows).not.toContain(gone.capsule_id)
  expect([...after.keys, ...after.objects]).not.toContain(gone.picture)
  expect(after.rows).toContain(stays.capsule_id)
  expect(after.objects).toContain(stays.picture)
  // The older backup keeps what it was made of until its own time is over.
  expect(await pooled()).toContain(namedIn(gone.picture))
  const inTwoYears = new Date(Date.now() + 2 * 365 * 86_400_000)
  expect(await prune(place, { daily: 1, weekly: 0, monthly: 0 }, inTwoYears)).toHaveLength(1)
  expect(await pooled()).not.toContain(namedIn(gone.picture))
  expect(await pooled()).toContain(namedIn(stays.picture))
  expect(await readFile(join(after.folder, 'manifest.json'), 'utf8')).toContain('gone_diaries')
}, 240_000)
