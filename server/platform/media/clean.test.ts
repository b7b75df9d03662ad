import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { keyOf, type MediaKind, named, partsOf, resized } from '#contract/media.ts'
import { found, startAliyunGreen } from '#standins/aliyunGreen.ts'
import { withApp } from '#test/app.ts'
import { type Carrying, carryingPictures, chunk } from '#test/carrying.ts'
import { ask, get, newPerson, seal, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { linkOf } from '#test/links.ts'
import { bytesOf, mov, webm } from '#test/media.ts'
import { newDesk } from '#test/operator.ts'
import { placedFilm, placedWebm } from '#test/placed.ts'
import { addressOf } from './permission.ts'

const green = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
const platform = await startAliyunGreen({ ...green, answer: () => found('none') })
afterAll(platform.close)
const app = withApp({
  MODERATION: 'aliyun',
  ALIYUN_GREEN_ACCESS_KEY_ID: green.accessKeyId,
  ALIYUN_GREEN_ACCESS_KEY_SECRET: green.accessKeySecret,
  ALIYUN_GREEN_URL: platform.url,
})

type Person = { token: string; tel: string }
type Item = { type: 1 | 2 | 3; content: string; comment: string; name?: string; poster?: string }
type Shown = NonNullable<Output<'capsuleDetail'>['capsule']['capsule_content']>['content']

const TYPE_OF = { image: 1, video: 2, file: 3 } as const
const SNAPSHOT = '?x-oss-process=video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast'
/** Strings that stand in an original to the letter, and in nothing that others get. */
const SECRETS = ['CARRIED', 'SN-CARRIED-4711', '+31.2304+121.4737', 'com.apple.quicktime.location']

const originals = new Map<string, Buffer>()
let owner: Person
let pictures: Carrying[]

async function planted(kind: MediaKind, bytes: Buffer, ext: string): Promise<string> {
  const key = await upload(app.url, owner.token, kind, bytes, ext)
  originals.set(key, bytes)
  return key
}
const item = (content: string, more: Partial<Item> = {}): Item => ({
  type: TYPE_OF[partsOf(content).kind],
  content,
  comment: '',
  ...more,
})
const pictureOf = (kind: string, name: string): Buffer =>
  pictures.find((one) => one.kind === kind && one.name === name)!.bytes

const read = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(new URL(address, app.url), { headers, method })
  return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}
const secretsIn = (bytes: Buffer): string[] => SECRETS.filter((secret) => bytes.includes(secret))

/** Several chunks of our disk long, with its words in the last one. */
async function largePng(): Promise<Buffer> {
  const raw = { width: 400, height: 400, channels: 3 as const }
  const plain = await sharp(bytesOf(480_000), { raw }).png().toBuffer()
  const words = chunk('tEXt', Buffer.from('Comment\0TEXT-CARRIED'))
  return Buffer.concat([plain.subarray(0, -12), words, plain.subarray(-12)])
}

/** Everything by which a detail leads to bytes. */
const addressesIn = (shown: Shown): string[] =>
  shown.flatMap(({ type, content, poster = '' }) =>
    [...(type === 0 ? [...content.matchAll(/src="([^"]+)"/g)].map(([, src]) => src!) : [content]), poster].filter(
      Boolean,
    ),
  )
const detailFor = async (capsule_id: string, token?: string, share?: string): Promise<Shown> =>
  (await get(app.url, 'capsuleDetail', { capsule_id, ...(share && { token: share }) }, token ? { token } : {})).capsule
    .capsule_content!.content

let capsules: string[]
beforeAll(async () => {
  owner = await newPerson(app.url)
  const { id } = (await get(app.url, 'userInfo', {}, owner)).user
  await give(app.services, Number(id), [{ kind: 'time', amount: 40 }])
  pictures = await carryingPictures()
  const images = [
    await planted('image', pictureOf('jpeg', 'a camera'), 'jpg'),
    await planted('image', pictureOf('jpeg', 'a second picture behind the end'), 'jpg'),
    await planted('image', pictureOf('jpeg', 'jpeg as a program writes it'), 'jpg'),
    await planted('image', pictureOf('png', 'before the data'), 'png'),
    await planted('image', pictureOf('webp', 'a camera'), 'webp'),
    await planted('image', pictureOf('gif', 'before the pictures'), 'gif'),
  ]
  const poster = await planted('image', pictureOf('jpeg', 'a camera, behind JFIF'), 'jpg')
  const films = [
    item(await planted('video', placedFilm(await mov({ seconds: 2 })), 'mov'), { poster }),
    item(await planted('video', placedFilm(await mov({ seconds: 2 }), 'mp42'), 'mp4')),
    item(await planted('video', placedWebm(await webm({ seconds: 2 })), 'webm')),
  ]
  const files = [
    await planted('file', pictureOf('jpeg', 'a camera'), 'jpg'),
    await planted('file', pictureOf('heif', 'a camera'), 'heic'),
    await planted('file', placedFilm(await mov({ seconds: 2 }), 'M4A '), 'm4a'),
    await planted('file', placedFilm(await mov({ seconds: 2 })), 'mov'),
    await planted('file', bytesOf(5000), 'pdf'),
    await planted('file', await largePng(), 'png'),
  ]
  const inText = await planted('image', pictureOf('jpeg', 'a camera'), 'jpg')
  const contact = { email: `clean-${owner.tel}@nowhere.example` }
  const made = [
    { content: [...images.map((key) => item(key)), ...films], content_type: 1 as const },
    { content: files.map((key) => item(key, { name: '附件' })), content_type: 1 as const },
    {
      content: [{ type: 0 as const, content: `<p>看</p><img src="${inText}">`, comment: '' }],
      content_type: 0 as const,
    },
  ]
  capsules = []
  for (const one of made) {
    const capsule_id = await seal(app.url, owner.token, { ...one, contact, open_time: '2046-01-01 00:00:00' })
    await comeDue(app.services, capsule_id)
    capsules.push(capsule_id)
  }
  for (const capsule_id of capsules) await get(app.url, 'unseal', { capsule_id }, owner)
})

/** By which ways others come to a capsule. */
const WAYS: [string, (capsule_id: string) => Promise<Shown>][] = [
  [
    'public, by a stranger',
    async (capsule_id) => {
      await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, owner)
      return detailFor(capsule_id, (await newPerson(app.url, { gift: false })).token)
    },
  ],
  [
    'shared, by anyone who has the link',
    async (capsule_id) => {
      const { token } = await get(app.url, 'capsuleShare', { capsule_id }, owner)
      return detailFor(capsule_id, undefined, token)
    },
  ],
  [
    'sealed for somebody, by their link',
    async (capsule_id) => {
      const { jwt } = await get(app.url, 'unsealByToken', { unseal_token: await linkOf(app.services, capsule_id) })
      return detailFor(capsule_id, jwt)
    },
  ],
  [
    'reported, by an operator',
    async (capsule_id) => {
      await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, owner)
      const { token } = await newPerson(app.url, { gift: false })
      await get(app.url, 'report', { kind: 'capsule', id: capsule_id, reason: 1 }, { token })
      const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, await newDesk(app.url, app.services))
      return cases.find(({ capsule }) => capsule?.id === capsule_id)!.capsule!.content
    },
  ],
]

describe.each(WAYS)('A capsule that is %s', (_, detail) => {
  it('gives others nothing of where, when and with what its pictures, films and files were made', async () => {
    for (const capsule_id of capsules) {
      const addresses = addressesIn(await detail(capsule_id))
      expect(addresses.length).toBeGreaterThan(0)
      for (const address of addresses) {
        const key = keyOf(address)!
        const original = originals.get(key)!
        const { status, bytes } = await read(address)
        expect([key, status, secretsIn(bytes)]).toEqual([key, 200, []])
        expect([key, bytes.length]).toEqual([key, original.length])
        expect((await read(named(address, 'x.jpg'))).bytes).toEqual(bytes)
        for (const smaller of [resized(address, 400), address + SNAPSHOT]) {
          expect([smaller, secretsIn((await read(smaller)).bytes)]).toEqual([smaller, []])
        }
      }
    }
  })
})

describe('What others get', () => {
  const shared = async (index: number) => {
    const capsule_id = capsules[index]!
    const { token } = await get(app.url, 'capsuleShare', { capsule_id }, owner)
    return { theirs: addressesIn(await detailFor(capsule_id, undefined, token)), capsule_id }
  }

  it('leaves its owner’s own byte for byte, at the capsule and before it was named', async () => {
    for (const capsule_id of capsules) {
      for (const address of addressesIn(await detailFor(capsule_id, owner.token))) {
        expect((await read(address)).bytes.equals(originals.get(keyOf(address)!)!), address).toBe(true)
      }
    }
    const { hosts } = await get(app.url, 'ossToken', {}, owner)
    for (const [key, bytes] of originals) {
      expect((await read(hosts[partsOf(key).kind].preview + key)).bytes.equals(bytes), key).toBe(true)
    }
  })

  it('shows the same pixels, upright and in the same colours', async () => {
    for (const address of (await shared(0)).theirs.slice(0, 6)) {
      const original = originals.get(keyOf(address)!)!
      const clean = (await read(address)).bytes
      const [is, was] = [await sharp(clean).metadata(), await sharp(original).metadata()]
      expect([is.orientation, is.icc]).toEqual([was.orientation, was.icc])
      expect((await sharp(clean).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true)
    }
  })

  it('is read in any range, across what was cut, and asked for with HEAD', async () => {
    for (const address of (await shared(0)).theirs) {
      const { bytes } = await read(address)
      const pieces: Buffer[] = []
      for (let start = 0; start < bytes.length; start += 333) {
        const part = await read(address, { range: `bytes=${start}-${start + 332}` })
        expect(part.status).toBe(206)
        expect(part.response.headers.get('content-range')).toBe(
          `bytes ${start}-${Math.min(start + 333, bytes.length) - 1}/${bytes.length}`,
        )
        pieces.push(part.bytes)
      }
      expect(Buffer.concat(pieces).equals(bytes), address).toBe(true)
      const head = await read(address, {}, 'HEAD')
      expect([head.status, head.response.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    }
  })

  it.skipIf(process.env.MEDIA_STORE === 's3')(
    'has a tag of its own, so that no part of one is taken for a part of the other',
    async () => {
      const { theirs, capsule_id } = await shared(0)
      const owners = addressesIn(await detailFor(capsule_id, owner.token))
      for (const [index, address] of theirs.entries()) {
        const tag = (await read(address)).response.headers.get('etag')!
        const whole = (await read(owners[index]!)).response.headers.get('etag')!
        expect(tag).not.toBe(whole)
        expect((await read(address, { 'if-none-match': tag })).status).toBe(304)
        expect((await read(address, { 'if-none-match': whole })).status).toBe(200)
        expect((await read(address, { range: 'bytes=0-9', 'if-range': tag })).status).toBe(206)
        expect((await read(address, { range: 'bytes=0-9', 'if-range': whole })).status).toBe(200)
      }
    },
  )

  it('stands in the permission: one for others opens nothing of its owner’s, nor another object', async () => {
    const { theirs, capsule_id } = await shared(0)
    const owners = addressesIn(await detailFor(capsule_id, owner.token))
    const [one, other] = [theirs[0]!, owners[0]!]
    expect(keyOf(one)).toBe(keyOf(other))
    const partsIn = (address: string) =>
      /^\/m\/(\d+)\.([\w-]+)\/(.*)$/.exec(address)!.slice(1) as [string, string, string]
    const [expiry, mac, key] = partsIn(one)
    const [, wholeMac] = partsIn(other)
    expect(mac).not.toBe(wholeMac)
    // Longer than it was given for, of another object, and both halves of two.
    for (const [e, m, k] of [
      [String(Number(expiry) + 300), mac, key],
      [expiry, mac, partsIn(theirs[1]!)[2]],
      [expiry, wholeMac.slice(0, 16) + mac.slice(16), key],
    ]) {
      expect((await read(`/m/${e}.${m}/${k}`)).status).toBe(403)
    }
  })

  it('is what an address gives that was handed out before there were two', async () => {
    const key = keyOf((await shared(0)).theirs[0]!)!
    const expiry = (Math.floor(Date.now() / 300_000) + 2) * 300
    const mac = app.services.keys.hmac('media', `${expiry} object ${key}`).subarray(0, 24).toString('base64url')
    const { status, bytes } = await read(`/m/${expiry}.${mac}/${key}`)
    expect([status, secretsIn(bytes)]).toEqual([200, []])
  })

  it('is what the content check’s platform is shown, and what everybody sees of a face, its person too', async () => {
    const { token } = await newPerson(app.url)
    const avatar = await upload(app.url, token, 'image', pictureOf('jpeg', 'a camera'), 'jpg')
    const { user } = await get(app.url, 'userInfoUpdate', { avatar }, { token })
    await shared(0)
    const asked = platform.requests.map(({ content }) => content).filter((content) => content.includes('/m/'))
    expect(asked.some((address) => address.includes(avatar))).toBe(true)
    expect(asked.length).toBeGreaterThan(6)
    for (const address of [user.avatar, ...asked.map((one) => new URL(one).pathname)]) {
      const { status, bytes } = await read(address)
      expect([address, status, secretsIn(bytes)]).toEqual([address, 200, []])
    }
  })

  it('of what was uploaded before anybody looked for places has none either', async () => {
    await sql`update objects set given = null`.execute(app.services.db)
    for (const index of [0, 1]) {
      for (const address of (await shared(index)).theirs) {
        expect(secretsIn((await read(address)).bytes), address).toEqual([])
      }
    }
  })
})

describe('A picture that nobody can take apart', () => {
  it('is made anew for others, or not there where nothing can be made of it, and stays whole for its owner', async () => {
    const whole = pictureOf('png', 'behind the data')
    const other = pictureOf('png', 'before the data')
    const unseen = other.subarray(0, other.indexOf('IDAT') + 8)
    for (const [bytes, answer] of [
      [whole.subarray(0, whole.indexOf('C2PA-CARRIED') + 20), 200],
      [unseen, 404],
    ] as const) {
      const key = await planted('image', bytes, 'png')
      const capsule_id = await opened([item(key)])
      const { token } = await get(app.url, 'capsuleShare', { capsule_id }, owner)
      const [address] = addressesIn(await detailFor(capsule_id, undefined, token))
      for (const one of [address!, resized(address!, 400)]) {
        const theirs = await read(one)
        expect([one, theirs.status, secretsIn(theirs.bytes)]).toEqual([one, answer, []])
        if (answer === 200) expect((await sharp(theirs.bytes).metadata()).format).toBe('webp')
      }
      const [own] = addressesIn(await detailFor(capsule_id, owner.token))
      expect((await read(own!)).bytes).toEqual(bytes)
    }
  })
})

/** Sealed and opened by its owner; with a contact when there is one to be told. */
async function opened(content: Item[], more: object = {}): Promise<string> {
  const capsule_id = await seal(app.url, owner.token, {
    content,
    content_type: 1,
    open_time: '2046-01-01 00:00:00',
    ...more,
  })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, owner)
  return capsule_id
}

describe('A file that may tell where it was taken, and that nobody can take apart', () => {
  const RAW = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.from('GPS-CARRIED'), bytesOf(400)])
  const PDF = Buffer.concat([Buffer.from('%PDF-1.7 CARRIED'), bytesOf(400)])
  const files = async () => [
    item(await planted('file', RAW, 'dng'), { name: 'a.dng' }),
    item(await planted('file', PDF, 'pdf'), { name: 'b.pdf' }),
    item(await planted('file', pictureOf('jpeg', 'a camera'), 'jpg'), { name: 'c.jpg' }),
  ]
  const statuses = async (shown: Shown) =>
    Promise.all(addressesIn(shown).map(async (address) => (await read(address)).status))
  const sharedWith = async (capsule_id: string, told?: 0 | 1) => {
    const { token } = await get(app.url, 'capsuleShare', { capsule_id, ...(told !== undefined && { told }) }, owner)
    return detailFor(capsule_id, undefined, token)
  }

  it('is named to its owner before it is given away, and so is what goes whole', async () => {
    const content = await files()
    const asked = await get(app.url, 'filesGoWhole', { keys: content.map(({ content }) => content) }, owner)
    expect(asked.files).toEqual([
      { key: content[0]!.content, whole: 2 },
      { key: content[1]!.content, whole: 1 },
    ])
    const capsule_id = await opened(content)
    expect((await detailFor(capsule_id, owner.token)).map(({ whole }) => whole)).toEqual([2, 1, undefined])
    expect((await sharedWith(capsule_id)).every((one) => !('whole' in one))).toBe(true)
    const stranger = await newPerson(app.url, { gift: false })
    expect((await ask(app.url, 'filesGoWhole', { keys: [content[0]!.content] }, stranger)).code).not.toBe(1000)
  })

  it('goes to nobody until its owner was told, and whole from then on', async () => {
    const capsule_id = await opened(await files())
    expect(await statuses(await sharedWith(capsule_id))).toEqual([404, 200, 200])
    expect(await statuses(await detailFor(capsule_id, owner.token))).toEqual([200, 200, 200])
    const theirs = addressesIn(await sharedWith(capsule_id, 1))
    expect((await read(theirs[0]!)).bytes).toEqual(RAW)
    expect(secretsIn((await read(theirs[2]!)).bytes)).toEqual([])
  })

  it('is told of when a capsule is made public, or sealed for somebody', async () => {
    const shown = await opened(await files())
    await get(app.url, 'capsuleIsPublic', { capsule_id: shown, is_public: 1, told: 1 }, owner)
    const stranger = await newPerson(app.url, { gift: false })
    expect(await statuses(await detailFor(shown, stranger.token))).toEqual([200, 200, 200])
    const contact = { email: `told-${owner.tel}@nowhere.example` }
    for (const [told, status] of [
      [0, 404],
      [1, 200],
    ] as const) {
      const capsule_id = await opened(await files(), { contact, told })
      const { jwt } = await get(app.url, 'unsealByToken', { unseal_token: await linkOf(app.services, capsule_id) })
      expect((await statuses(await detailFor(capsule_id, jwt)))[0]).toBe(status)
    }
  })

  it('that was sealed for somebody before there was anything to tell is a promise, and goes whole', async () => {
    const contact = { email: `before-${owner.tel}@nowhere.example` }
    const [promised, own] = [await opened(await files(), { contact }), await opened(await files())]
    await sql`update objects set given = null where sealed_in in (${promised}::bigint, ${own}::bigint)`.execute(
      app.services.db,
    )
    expect(await statuses(await sharedWith(promised))).toEqual([200, 200, 200])
    expect(await statuses(await sharedWith(own))).toEqual([404, 200, 200])
  })
})

it('an address is for others unless it says that it is its owner’s', () => {
  const key = [...originals.keys()][0]!
  expect(addressOf(app.services, key, 'clean')).not.toBe(addressOf(app.services, key, 'whole'))
})
