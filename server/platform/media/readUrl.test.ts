import { afterAll, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { startCdn } from '#test/cdn.ts'
import { get, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { jpeg, png } from '#test/media.ts'

const isBucket = process.env.MEDIA_STORE === 's3'
const cdn = await startCdn(() => process.env.BUCKET_URL!)
afterAll(cdn.close)
const app = withApp(isBucket ? { BUCKET_READ_URL: cdn.url } : {})

/** Where an address of ours leads, and what may be kept of it. */
async function led(address: string) {
  const answer = await fetch(new URL(address, app.url), { redirect: 'manual' })
  const to = new URL(answer.headers.get('location')!)
  return { to, throughCdn: to.origin === cdn.url, cacheControl: answer.headers.get('cache-control')! }
}
type Led = Awaited<ReturnType<typeof led>>
const whole = { minutes: 10, ms: 600_000 }

/** Runs over the real S3 server alone: `npm run test:s3`. */
describe.skipIf(!isBucket)('with BUCKET_READ_URL', () => {
  it('a picture of a public capsule leads everybody through the CDN, to one address, which asks the bucket once', async () => {
    const { token, capsule_id, bytes } = await shown(1)
    const strangers = [await newPerson(app.url), await newPerson(app.url)]
    const asOthers = () => Promise.all(strangers.map(({ token }) => pictureOf(capsule_id, token)))
    const [one, other] = (await Promise.all((await asOthers()).map(led))) as [Led, Led]
    expect(one).toMatchObject({ throughCdn: true, cacheControl: expect.stringMatching(/^public, max-age=\d+$/) })
    expect(other.to.href).toBe(one.to.href)
    cdn.origin = 0
    for (const { to } of [one, other, await led((await asOthers())[0]!)]) {
      const answer = await fetch(to)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(Date.parse(answer.headers.get('expires')!)).toBeLessThanOrEqual(Date.now() + whole.ms)
    }
    expect(cdn.origin).toBe(1)
    expect(one.to.pathname).toContain('/clean/')
    const owners = await led(await pictureOf(capsule_id, token))
    expect(owners).toMatchObject({ throughCdn: false, cacheControl: expect.stringMatching(/^private/) })
  })

  it('nothing that somebody may see alone does', async () => {
    const { picture } = await shown(0)
    expect(await led(picture)).toMatchObject({ throughCdn: false, cacheControl: expect.stringMatching(/^private/) })
    const { token } = await newPerson(app.url)
    const content = [
      { type: 1 as const, content: await upload(app.url, token, 'image', await png({ seed: 3 }), 'png') },
    ]
    const { capsule_id } = await get(app.url, 'createTimeDraft', { content, content_type: 1 }, { token })
    expect(await led(await pictureOf(capsule_id, token))).toMatchObject({ throughCdn: false })
  })

  it('a picture made private leads there no more from the same second on', async () => {
    const { token, capsule_id } = await shown(1)
    const picture = await pictureOf(capsule_id, (await newPerson(app.url)).token)
    expect((await led(picture)).throughCdn).toBe(true)
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 0 }, { token })
    for (const address of [picture, await pictureOf(capsule_id, token)])
      expect(await led(address)).toMatchObject({ throughCdn: false, cacheControl: expect.stringMatching(/^private/) })
  })

  it('somebody’s face does', async () => {
    const { token } = await newPerson(app.url)
    const avatar = await upload(app.url, token, 'image', await jpeg({ seed: 5 }), 'jpg')
    const { user } = await get(app.url, 'userInfoUpdate', { avatar }, { token })
    const { to, throughCdn } = await led(user.avatar)
    expect(throughCdn).toBe(true)
    const answer = await fetch(to)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Date.parse(answer.headers.get('expires')!)).toBeLessThanOrEqual(Date.now() + whole.ms)
  })

  it('pages may load from there', async () => {
    const policy = (await fetch(app.url)).headers.get('content-security-policy')!
    expect(/img-src [^;]*/.exec(policy)![0]).toContain(cdn.url)
  })
})

/** A picture sealed and opened by its owner, who shows it to everybody or to nobody. */
async function shown(is_public: 0 | 1) {
  const { token } = await newPerson(app.url)
  const bytes = await png({ seed: 7 + is_public })
  const content = [{ type: 1 as const, content: await upload(app.url, token, 'image', bytes, 'png'), comment: '' }]
  const capsule_id = await seal(app.url, token, { ...textCapsule('<p>x</p>'), content, content_type: 1 })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
  if (is_public) await get(app.url, 'capsuleIsPublic', { capsule_id, is_public }, { token })
  return { token, capsule_id, bytes, picture: await pictureOf(capsule_id, token) }
}

async function pictureOf(capsule_id: string, token: string): Promise<string> {
  const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
  return capsule.capsule_content!.content[0]!.content
}
