import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ITEM } from '#contract/content.ts'
import { IMAGE_TYPES, VIDEO_TYPES } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson } from '#test/client.ts'
import { hostileFiles, postHostile } from '#test/hostile.ts'

const app = withApp()
/** Whole pictures and videos, whatever else is in them; they are shown as what they are. */
const WHOLE = /^(PNG with|JPEG with|WebP with|GIF that is|JPEG that is|MP4 with|WebM with)/
const KIND_TYPE = { image: ITEM.image, video: ITEM.video, file: ITEM.file }
const SHOWN = { image: IMAGE_TYPES as readonly string[], video: VIDEO_TYPES as readonly string[] }

test('of hostile files only whole pictures and videos come into a capsule as such, and none is served as what it would run as', async () => {
  const { token } = await newPerson(app.url)
  const { hosts } = await get(app.url, 'ossToken', {}, { token })
  for (const file of await hostileFiles()) {
    const { name, kind } = file
    const { key, response } = await postHostile(app.url, hosts[kind], file)
    if (response.status === 200) await expectHarmless(name, kind, app.url + hosts[kind].preview + key)
    const named = await ask(
      app.url,
      'createTimeDraft',
      { content_type: 1, content: [{ type: KIND_TYPE[kind], content: key, comment: '' }], open_time: inSeconds(3600) },
      { token, key: randomUUID() },
    )
    if (kind === 'file' || WHOLE.test(name)) expect(named.code, `${name}: ${named.text}`).toBe(1000)
    else expect([UPLOAD.unknownImage, UPLOAD.unknownVideo, UPLOAD.gone], name).toContain(named.message)
  }
}, 120_000)

async function expectHarmless(name: string, kind: keyof typeof KIND_TYPE, address: string): Promise<void> {
  const { status, headers } = await fetch(address)
  expect(status, name).toBe(200)
  // A bucket says nothing of its own; there only type and disposition hold, on an origin that is not ours.
  if (app.services.media.kind === 'disk') {
    expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect(headers.get('content-security-policy'), name).toContain('sandbox')
  }
  if (kind !== 'file' && SHOWN[kind].includes(headers.get('content-type')!)) return
  expect(headers.get('content-type'), name).toBe('application/octet-stream')
  expect(headers.get('content-disposition'), name).toMatch(/^attachment/)
}
