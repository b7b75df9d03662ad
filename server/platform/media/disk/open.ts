import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { makeFindCuts } from '#server/platform/media/clean/find.ts'
import type { ObjectStore } from '#server/platform/media/store.ts'
import { besideIn } from './beside.ts'
import { copyObject } from './copy.ts'
import { makeFolders, remove, sizeOf } from './files.ts'
import { formRoutes } from './formRoute.ts'
import { makeFrameCutter } from './frame.ts'
import { grant } from './grant.ts'
import { readPart } from './reading.ts'
import { claim, clearRemains } from './remains.ts'
import { serveObject } from './serve.ts'
import { makeUploadLimits } from './uploadLimits.ts'

type Opening = Pick<Services, 'config' | 'keys' | 'db' | 'log' | 'metrics' | 'now' | 'whyStill' | 'ending'>
type Disk = { store: ObjectStore; routes: (app: FastifyInstance) => void }

/** The store on our own disk, and the route where forms are posted. */
export async function openDisk({ config, keys, db, log, metrics, now, whyStill, ending }: Opening): Promise<Disk> {
  const root = config.mediaDir
  await claim(root, db, await makeFolders(root))
  const cutFrame = makeFrameCutter(config.ffmpeg, log)
  const read: ObjectStore['read'] = (object, start, end) => readPart(root, object, { start, end })
  const findCuts = makeFindCuts(read)
  const beside = besideIn(root)
  return {
    routes: (app) => formRoutes(app, { config, keys, db, metrics, now, whyStill, ending, limits: makeUploadLimits() }),
    store: {
      kind: 'disk',
      origins: [],
      sizeOf: (key) => sizeOf(root, key),
      read,
      findCuts,
      copy: (from, { key, secret }) => copyObject(root, from, { key, secret: secret! }),
      remove: (key) => remove(root, key),
      witness: beside,
      beside,
      clearRemains: (now) => clearRemains({ root, db, log }, now),
      grant: async (caller) => grant(keys, caller, now()),
      serve: (request, reply, object, wish) =>
        serveObject({ root, cutFrame, findCuts }, { request, reply, object, wish }),
    },
  }
}
