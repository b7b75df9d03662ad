import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { reads, writes } from './calls.ts'
import { dropPlace, type Engine, inPlace, makeServerPlace } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { seedWorld } from './seed.ts'
import { type Side, startOurs } from './servers.ts'
import { worldOf } from './world.ts'

const NAMES = ['detail', 'my list', 'seal']

/** The same callers on one process and spread over two, over one database. */
export async function measureScale(capsules: number, engine: Engine, args: Args): Promise<Cell[]> {
  const world = worldOf(capsules)
  const place = await makeServerPlace(engine, `scale${capsules}`)
  const keys = await openKeys(place, { make: true })
  await inPlace(place, async ({ db, settle }) => {
    await seedWorld(db, keys, world)
    await settle()
  })
  const [alone, one, other] = [await startOurs(place), await startOurs(place), await startOurs(place)]
  const two: Side = {
    name: 'two',
    asks: 'ours',
    ports: [...one.ports, ...other.ports],
    read: async () => {
      const [first, second] = [await one.read(), await other.read()]
      const both = (of: 'threads' | 'backends') => new Map([...first[of], ...second[of]])
      return { threads: both('threads'), backends: both('backends') }
    },
  }
  const cells: Cell[] = []
  for (const measured of [...reads(world), ...writes(world)].filter(({ name }) => NAMES.includes(name)))
    for (const connections of args.crowds)
      cells.push(await measure(measured, [{ ...alone, name: 'one' }, two], { ...args, connections }))
  for (const { stop } of [alone, one, other]) await stop()
  await dropPlace(place)
  return cells
}
