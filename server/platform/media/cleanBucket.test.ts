import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyOf, type MediaKind, partsOf, resized } from '#contract/media.ts'
import { withApp } from '#test/app.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { carryingPictures } from '#test/carrying.ts'
import { startCdn } from '#test/cdn.ts'
import { get, newPerson, seal } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { bytesOf, mov } from '#test/media.ts'
import { placedFilm } from '#test/placed.ts'
import { clearLoose } from './clear.ts'

const standin = await startBucket()
const cdn = await startCdn(() => standin.url)
afterAll(() => {
  standin.close()
  cdn.close()
})
const SNAPSHOT = '?x-oss-process=video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast'
const TYPE_OF = { image: 1, video: 2, file: 3 } as const
const PLACE = /CARRIED|\+31\.2304/

let picture: Buffer
let film: Buffer
beforeAll(async () => {
  picture = (await carryingPictures()).find(({ name }) => name === 'a camera')!.bytes
  film = placedFilm(await mov({ seconds: 2 }))
})
beforeEach(() => {
  standin.hold = undefined
  standin.status = undefined
})

describe.each(['oss', 's3'] as const)('In a bucket of %s', (kind) => {
  const app = withApp({ ...bucketSettings(standin, kind), BUCKET_READ_URL: cdn.url, LOG_LEVEL: 'silent' })

  /** As their browser posts it: past us. */
  async function uploaded(token: string, kind: MediaKind, bytes: Buffer, ext: string): Promise<string> {
    const { id } = (await get(app.url, 'userInfo', {}, { token })).user
    const key = `${kind}/${id}/${randomUUID()}.${ext}`
    standin.objects.set(key, { bytes })
    return key
  }

  /** A capsule of these that its owner opened and shows to everybody, as its owner and as others see it. */
  async function shown(...uploads: [MediaKind, Buffer, string][]) {
    const { token } = await newPerson(app.url)
    const { id } = (await get(app.url, 'userInfo', {}, { token })).user
    await give(app.services, Number(id), [{ kind: 'time', amount: 1 }])
    const keys = await Promise.all(uploads.map((upload) => uploaded(token, ...upload)))
    const content = keys.map((key) => ({ type: TYPE_OF[partsOf(key).kind], content: key, comment: '' }))
    const input = { content, content_type: 1 as const, open_time: '2046-01-01 00:00:00' }
    const capsule_id = await seal(app.url, token, input)
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    const seenBy = async (who: { token: string }) => {
      const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, who)
      return capsule.capsule_content!.content.map(({ content }) => content)
    }
    return { keys, own: await seenBy({ token }), theirs: await seenBy(await newPerson(app.url, { gift: false })) }
  }
  const read = async (address: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(address, app.url), init)
    return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const led = async (address: string) => {
    const { answer } = await read(address, { redirect: 'manual' })
    return new URL(answer.headers.get('location')!)
  }
  /** The bucket fails to keep the clean copy of anything. */
  const keepNone = () => {
    standin.hold = async ({ method, url }) => {
      standin.status = method === 'PUT' && url!.includes('/clean/') ? 500 : undefined
    }
  }

  it('others are led to a second object without the place, made once; the owner to the whole one', async () => {
    const { keys, own, theirs } = await shown(
      ['image', picture, 'jpg'],
      ['video', film, 'mov'],
      ['file', picture, 'jpg'],
    )
    for (const [index, key] of keys.entries()) {
      const original = [picture, film, picture][index]!
      const clean = await read(theirs[index]!)
      expect([clean.status, clean.bytes.length]).toEqual([200, original.length])
      expect(clean.bytes.toString('latin1')).not.toMatch(PLACE)
      expect(standin.objects.get(`clean/${key}`)!.bytes).toEqual(clean.bytes)
      expect((await led(theirs[index]!)).pathname).toBe(`/capsule/clean/${key}`)
      expect((await read(own[index]!)).bytes).toEqual(original)
      expect((await led(own[index]!)).pathname).toBe(`/capsule/written/${key}`)
      if ((await led(theirs[index]!)).origin === cdn.url) continue
      const part = await read(theirs[index]!, { headers: { range: 'bytes=100-199' } })
      expect(part.bytes).toEqual(clean.bytes.subarray(100, 200))
    }
    standin.asked.length = 0
    await read(theirs[0]!, { redirect: 'manual' })
    expect(standin.asked).toEqual([])
  })

  it('what the bucket makes smaller or cuts a frame of is the clean one; what we make has nothing in it', async () => {
    const { keys, theirs } = await shown(['image', picture, 'jpg'], ['video', film, 'mov'])
    const [smaller, frame] = [resized(theirs[0]!, 400), theirs[1]! + SNAPSHOT]
    if (kind === 'oss') {
      expect((await led(smaller)).pathname).toBe(`/capsule/clean/${keys[0]}`)
      expect((await led(frame)).pathname).toBe(`/capsule/clean/${keys[1]}`)
    } else {
      expect((await read(smaller)).bytes.toString('latin1')).not.toMatch(PLACE)
      expect((await read(frame)).status).toBe(404)
    }
  })

  it('the CDN has clean ones alone, also of a face, also where its owner asks', async () => {
    const { keys, own, theirs } = await shown(['image', picture, 'jpg'])
    const [others, owners] = [await led(theirs[0]!), await led(own[0]!)]
    expect([others.origin, others.pathname]).toEqual([cdn.url, `/capsule/clean/${keys[0]}`])
    expect(owners.origin).toBe(standin.url)
    const { token } = await newPerson(app.url)
    const avatar = await uploaded(token, 'image', picture, 'jpg')
    const { user } = await get(app.url, 'userInfoUpdate', { avatar }, { token })
    const face = await led(user.avatar)
    expect([face.origin, face.pathname]).toEqual([cdn.url, `/capsule/clean/${keyOf(user.avatar)}`])
    expect((await read(user.avatar)).bytes.toString('latin1')).not.toMatch(PLACE)
  })

  it('until the second object is there others get a picture made anew or are told to come again, never the original', async () => {
    const large = await sharp({ create: { width: 3000, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { keys, theirs } = await shown(['image', picture, 'jpg'], ['image', large, 'jpg'], ['video', film, 'mov'])
    keepNone()
    for (const key of keys) standin.objects.delete(`clean/${key}`)
    const made = await read(theirs[0]!)
    expect([made.status, (await sharp(made.bytes).metadata()).format]).toEqual([200, 'webp'])
    expect(made.bytes.toString('latin1')).not.toMatch(PLACE)
    // Nothing is cut of this one, so that the bucket copies it itself.
    expect((await sharp((await read(theirs[1]!)).bytes).metadata()).width).toBe(2048)
    const later = await read(theirs[2]!)
    expect([later.status, later.answer.headers.has('retry-after')]).toEqual([503, true])
    standin.hold = undefined
    standin.status = undefined
    expect((await led(theirs[2]!)).pathname).toBe(`/capsule/clean/${keys[2]}`)
  })

  it('what goes whole is led to as it is, and what nobody can take apart to nobody', async () => {
    const raw = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), bytesOf(400)])
    const { keys, theirs } = await shown(['file', bytesOf(400), 'pdf'], ['file', raw, 'dng'])
    expect((await led(theirs[0]!)).pathname).toBe(`/capsule/written/${keys[0]}`)
    expect((await read(theirs[1]!)).status).toBe(404)
  })

  it('the second object goes with the first, also when it is made at the very moment', async () => {
    const { token } = await newPerson(app.url)
    const avatars = [await uploaded(token, 'image', picture, 'jpg'), await uploaded(token, 'image', picture, 'jpg')]
    const made = await get(app.url, 'userInfoUpdate', { avatar: avatars[0]! }, { token })
    await read(made.user.avatar)
    expect(standin.objects.has(`clean/${avatars[0]}`)).toBe(true)
    const next = await get(app.url, 'userInfoUpdate', { avatar: avatars[1]! }, { token })
    await sql`update objects set loose_since = now() - interval '8 days', doomed_at = now() - interval '2 hours'
      where key = ${avatars[0]!}`.execute(app.services.db)
    await clearLoose(app.services, new AbortController().signal)
    expect([...standin.objects.keys()].filter((name) => name.includes(avatars[0]!))).toEqual([])

    const held = gate()
    standin.hold = ({ method, url }) =>
      method === 'PUT' && url!.includes(`/clean/${avatars[1]}`) ? held.wait() : undefined
    const asking = read(next.user.avatar)
    await held.reached
    await app.services.media.remove(avatars[1]!)
    held.open()
    await asking
    expect([...standin.objects.keys()].filter((name) => name.includes(avatars[1]!))).toEqual([])
  })
})

function gate() {
  const [reached, opened] = [latch(), latch()]
  const wait = async () => {
    reached.open()
    await opened.promise
  }
  return { wait, reached: reached.promise, open: opened.open }
}
function latch() {
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, open: () => open() }
}
