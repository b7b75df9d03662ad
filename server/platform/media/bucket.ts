import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { busy, missing } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { copyObject, readObject } from '#server/platform/outside/bucket/requests.ts'
import { makeTemporaryKeys } from '#server/platform/outside/bucket/sts.ts'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import { besideAt } from './bucket/beside.ts'
import { makeClean } from './bucket/clean.ts'
import { grantOf } from './bucket/grant.ts'
import { notThere, serveObject } from './bucket/serve.ts'
import { witnessAt } from './bucket/witness.ts'
import { makeWritten, writtenName } from './bucket/written.ts'
import { makeFindCuts } from './clean/find.ts'
import type { ObjectStore, Stored } from './store.ts'

/** Uploads in a bucket at Aliyun OSS or any S3: people post to it and read from it, at addresses that we sign. */
export function openBucket({ config, log, now }: Pick<Services, 'config' | 'log' | 'now'>): ObjectStore {
  const bucket = config.bucket!
  const reach = reaching(log)
  const written = makeWritten(bucket)
  const temporaryKey = makeTemporaryKeys(bucket)
  const inAssumeTurn = makeSemaphore({ atOnce: 8, waitingMost: 500 })

  async function read({ key, size }: Stored, start: number, end: number): Promise<Buffer> {
    const span = { start, end: Math.min(end, size) }
    if (span.end <= start) return Buffer.alloc(0)
    const bytes = await reach(() => readObject(bucket, writtenName(key), span))
    if (!bytes) throw missing()
    return bytes
  }

  const readAll = (object: Stored) => read(object, 0, object.size)
  const findCuts = makeFindCuts(read)
  const clean = makeClean({ bucket, findCuts, readAll })

  return {
    kind: bucket.kind,
    origins: [bucket.url, ...(bucket.readUrl ? [bucket.readUrl] : [])].map((url) => new URL(url).origin),
    sizeOf: (key) => reach(() => written.sizeOf(key)),
    read,
    findCuts,
    witness: witnessAt(bucket),
    beside: besideAt(bucket),
    copy: (from, to) => reach(() => copyObject(bucket, writtenName(from.key), writtenName(to.key))),
    // The copy last: a process that makes one looks afterwards whether its original is still there.
    remove: (key) =>
      reach(async () => {
        await written.remove(key)
        await clean.remove(key)
      }),
    async grant({ userId }, wait = (ask) => ask()) {
      const at = now()
      const key = await temporaryKey(userId, at, (assume) => wait(() => inAssumeTurn(() => reach(assume))))
      return grantOf(bucket, key, { userId, now: at })
    },
    async serve(request, reply, object, wish) {
      if (!(await reach(() => written.has(object.key)))) return notThere(reply)
      const hasClean = () => reach(() => clean.has(object))
      const asked = { request, reply, object, wish, hasClean, readAll: () => readAll(object), now: now() }
      return serveObject(bucket, asked)
    },
  }
}

/** Without an answer that can be used there is nothing to do but to say so; the log says which. */
function reaching(log: Services['log']) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PlatformAway)) throw error
      log.error({ bucket: error.message }, 'no answer of the bucket that can be used')
      throw busy(error)
    }
  }
}
