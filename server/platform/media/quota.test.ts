import { expect, it } from 'vitest'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, postForm } from '#test/client.ts'

const app = withApp({ MEDIA_QUOTA_MB: '1' })

it('one person may keep so much and no more, however it comes in; others have their own', async () => {
  const [full, other] = [await newPerson(app.url), await newPerson(app.url)]
  const { hosts } = await get(app.url, 'ossToken', {}, full)
  const bytes = Buffer.alloc(400_000, 1)
  const posted = await Promise.all([1, 2, 3].map(() => postForm(app.url, hosts.file, bytes)))
  posted.sort((one, other) => one.response.status - other.response.status)
  const draft = (key: string) => ({
    content: [{ type: 3 as const, content: key, comment: '' }],
    content_type: 1 as const,
  })
  const saved = []
  for (const { key } of posted) saved.push(await ask(app.url, 'createTimeDraft', draft(key), full))
  // Our own disk refuses the bytes; of a bucket we hear when they are to be kept.
  const onDisk = app.services.media.kind === 'disk'
  expect(posted.map(({ response }) => response.status)).toEqual(onDisk ? [200, 200, 403] : [200, 200, 200])
  expect(saved.map(({ code }) => code)).toEqual([1000, 1000, 2])
  expect(saved[2]!.message).toBe(onDisk ? UPLOAD.gone : UPLOAD.full)
  const theirs = await get(app.url, 'ossToken', {}, other)
  expect((await postForm(app.url, theirs.hosts.file, bytes)).response.status).toBe(200)
})
