import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { PIXELS, PIXELS_MOST } from '#contract/pixels.ts'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, seal, upload } from '#test/client.ts'
import { bytesOf, jpeg, jpegOf, mp4 } from '#test/media.ts'

const app = withApp()
const graphic = (content: string, name: string) => ({
  content: [{ type: 1, content, comment: '', name }],
  content_type: 1 as const,
  open_time: inSeconds(3600),
})

it('a photograph of 108 megapixels is sealed, and its small look is small', async () => {
  const { token } = await newPerson(app.url)
  const photo = await jpeg({ width: 12_000, height: 9_000 })
  const key = await upload(app.url, token, 'image', photo, 'jpg')
  const { preview } = (await get(app.url, 'ossToken', {}, { token })).hosts.image
  const look = await fetch(new URL(`${preview}${key}?x-oss-process=image/resize,w_400`, app.url))
  expect(look.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await look.arrayBuffer())).metadata()).toMatchObject({ width: 400, height: 300 })
  await seal(app.url, token, graphic(key, '一亿像素.jpg'))
})

it('one of more than 220 megapixels is refused by its name, and one of as many is taken', async () => {
  const { token } = await newPerson(app.url)
  const most = { width: 22_000, height: PIXELS_MOST.jpeg / 22_000 }
  const taken = await upload(app.url, token, 'image', await jpegOf(most), 'jpg')
  await get(app.url, 'createTimeDraft', graphic(taken, '夜空.jpg'), { token })
  const larger = await jpegOf({ ...most, height: most.height + 1 })
  const key = await upload(app.url, token, 'image', larger, 'jpg')
  expect(await ask(app.url, 'createTimeDraft', graphic(key, '夜空.jpg'), { token })).toMatchObject({
    code: 2,
    message: `「夜空.jpg」${PIXELS.tooMany}`,
  })
})

it('what is refused is named, with its place in what was sent: in drafts, at sealing, in diaries', async () => {
  const { token } = await newPerson(app.url)
  const well = await upload(app.url, token, 'image', await jpeg(), 'jpg')
  const broken = await upload(app.url, token, 'image', bytesOf(3000).fill('ffd8ffe0', 0, 4, 'hex'), 'jpg')
  const gone = broken.replace(/\/[^/]+$/, '/aaaaaaaaaaaaaaaa.jpg')
  const film = await upload(app.url, token, 'video', await mp4({ seconds: 1 }), 'mp4')
  const holding = (item: object) => ({
    ...graphic(well, '好.jpg'),
    content: [...graphic(well, '好.jpg').content, item],
  })
  const refused = async (name: 'createTimeDraft' | 'createTimeCapsule', item: object) =>
    (({ code, message, data }) => ({ code, message, data }))(
      await ask(app.url, name, holding(item), { token, key: randomUUID() }),
    )
  for (const name of ['createTimeDraft', 'createTimeCapsule'] as const) {
    expect(await refused(name, { type: 1, content: broken, comment: '', name: '坏.jpg' })).toEqual({
      code: CODE.refused,
      message: `「坏.jpg」${UPLOAD.unknownImage}`,
      data: { field: 'content.1.content', key: broken },
    })
    expect(await refused(name, { type: 2, content: film, comment: '', poster: gone, name: '片.mp4' })).toEqual({
      code: CODE.refused,
      message: `「片.mp4」${UPLOAD.gone}`,
      data: { field: 'content.1.poster', key: gone },
    })
  }
  const written = { content: [{ type: 0, content: `<p>字</p><img src="${broken}">`, comment: '' }] }
  expect(await ask(app.url, 'createDiaryCapsule', written, { token, key: randomUUID() })).toMatchObject({
    code: CODE.refused,
    message: UPLOAD.unknownImage,
    data: { field: 'content.0.content', key: broken },
  })
})

it('what lies in another capsule is named as well', async () => {
  const { token } = await newPerson(app.url)
  const key = await upload(app.url, token, 'image', await jpeg(), 'jpg')
  await seal(app.url, token, graphic(key, '旧.jpg'))
  expect(await ask(app.url, 'createTimeDraft', graphic(key, '新.jpg'), { token })).toMatchObject({
    message: `「新.jpg」${UPLOAD.elsewhere}`,
    data: { field: 'content.0.content' },
  })
})
