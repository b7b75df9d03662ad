import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { ask, get, newPerson } from '#test/client.ts'

const standin = await startBucket()
afterAll(() => standin.close())
const app = withApp({ ...bucketSettings(standin), MEDIA_QUOTA_MB: '1' })

it('a file without room is refused by its name and not given up: once there is room the same one is taken', async () => {
  const person = await newPerson(app.url)
  const { id } = (await get(app.url, 'userInfo', {}, person)).user
  const [first, second] = [700_000, 600_000].map((size) => {
    const key = `file/${id}/${randomUUID()}.bin`
    standin.objects.set(key, { bytes: Buffer.alloc(size, 1) })
    return { type: 3 as const, content: key, comment: '', name: `${size}.bin` }
  })
  const draft = (file: typeof second) => ({ content: [file!], content_type: 1 as const })
  const { capsule_id } = await get(app.url, 'createTimeDraft', draft(first), person)
  const { code, message, data } = await ask(app.url, 'createTimeDraft', draft(second), person)
  expect([code, message, data]).toEqual([2, `「600000.bin」${UPLOAD.full}`, { field: 'content.0.content' }])

  await get(app.url, 'deleteDraft', { capsule_id }, person)
  await app.services.db.deleteFrom('objects').where('key', '=', first!.content).execute()
  await get(app.url, 'createTimeDraft', draft(second), person)
})
