import { randomUUID } from 'node:crypto'
import type { CallName, Input } from '#contract/calls.ts'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { RESULT } from '#contract/judge.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { placeItem } from '#contract/place.ts'
import type { Standins } from '#standins/platforms.ts'
import { foretold, get, inSeconds, later, newPerson, textCapsule, upload } from './client.ts'
import { jpeg, padded, png, webm } from './media.ts'
import { handsOf } from './payments.ts'

const SOON_SECONDS = 2
const FAR_SECONDS = 5 * 365 * 86_400
/** A score is made of ten at least; nobody can say of the last one. */
const RESULTS = [
  ...Array.from({ length: 10 }, (_, at) => ([RESULT.hit, RESULT.miss, RESULT.partial] as const)[at % 3]!),
  RESULT.unknown,
]
/** More than the disk's store encrypts in one piece. */
const PICTURE_BYTES = 70_000

type Make = <N extends CallName>(name: N, input: Input<N>) => Promise<string>
type Given = { picture: string; small: string; film: string; poster: string; letter: string }
type Uploads = [given: Given, bytes: Everything['bytes']]
export type Everything = {
  tel: string
  token: string
  friend: { tel: string; token: string; id: string }
  /** By their contents, for those that are asked for later. */
  ids: Record<'graphic' | 'text' | 'sealed' | 'deleted' | 'liked', string>
  /** The first bytes by which each upload is found again. */
  bytes: Record<'picture' | 'film', Buffer>
}

/**
 * Somebody with every kind of thing that an archive holds – capsules, diaries and predictions sealed and opened, drafts, judgements and a
 * score, remarks, places, words, a reply, likes, follows, gifts, something hidden and something deleted – made by the calls alone.
 */
export async function everything(url: string): Promise<Everything> {
  const [person, friend] = [await newPerson(url), await newPerson(url)]
  const make = makerFor(url, person.token)
  const [given, bytes] = await uploads(url, person.token)
  const friendId = (await get(url, 'userInfo', {}, { token: friend.token })).user.id
  await get(url, 'giveGift', { user_id: await idOf(url, person), gift: { time: 0, diary: 0, forecast: 6 } }, friend)
  const liked = await makerFor(url, friend.token)(
    'createTimeCapsule',
    soon('<p>给大家看的</p>', { long_tag: '大家的' }),
  )
  const opened = await sealSoon(make, given)
  const sealed = await sealFar(make, await uploads(url, person.token, 2))
  const deleted = await write(make, await uploads(url, person.token, 3))
  await later((SOON_SECONDS + 1) * 1_000)
  await openAll(url, person.token, opened)
  await get(url, 'unseal', { capsule_id: liked }, friend)
  await get(url, 'capsuleIsPublic', { capsule_id: liked, is_public: 1 }, friend)
  await get(url, 'capsuleIsPublic', { capsule_id: opened.text, is_public: 1 }, person)
  await get(url, 'like', { capsule_id: liked }, person)
  await get(url, 'like', { capsule_id: opened.text }, friend)
  await get(url, 'userFollow', { user_id: friendId }, person)
  await get(url, 'giveGift', { user_id: friendId, gift: { time: 1, diary: 0, forecast: 0 } }, person)
  await get(url, 'deleteDiary', { capsule_id: deleted }, person)
  const { graphic, text } = opened
  return { ...person, friend: { ...friend, id: friendId }, ids: { graphic, text, sealed, deleted, liked }, bytes }
}

/** Pays one order, and leaves another unpaid. */
export async function order(url: string, person: { token: string }, platforms: Standins): Promise<void> {
  const made = () => get(url, 'wxPay', { goods_id: '1', trade_type: 'scan' }, person)
  await handsOf(platforms).wechat.pay(await made())
  while (!(await get(url, 'orderList', {}, person)).orders.data.some(({ state }) => state === ORDER_STATE.paid))
    await later(50)
  await made()
}

const makerFor =
  (url: string, token: string): Make =>
  async (name, input) =>
    ((await get(url, name, input, { token, key: randomUUID() })) as { capsule_id: string }).capsule_id

const idOf = async (url: string, { token }: { token: string }): Promise<string> =>
  (await get(url, 'userInfo', {}, { token })).user.id

/** Uploads of every kind; other bytes for another seed. */
async function uploads(url: string, token: string, seed = 1): Promise<Uploads> {
  const picture = padded(await jpeg({ width: 640, height: 480, seed }), PICTURE_BYTES)
  const [small, film] = [await png({ seed: seed + 10 }), await webm({ seconds: seed })]
  const key = (kind: 'image' | 'video' | 'file', bytes: Buffer, ext: string) => upload(url, token, kind, bytes, ext)
  const keys = {
    picture: await key('image', picture, 'jpg'),
    small: await key('image', small, 'png'),
    film: await key('video', film, 'webm'),
    poster: await key('image', await jpeg({ seed: seed + 20 }), 'jpg'),
    letter: await key('file', Buffer.from(`信 ${seed}`), 'txt'),
  }
  return [keys, { picture, film }]
}

const soon = (html: string, more: Partial<Input<'createTimeCapsule'>> = {}) =>
  textCapsule(html, { open_time: inSeconds(SOON_SECONDS), ...more })
const far = () => ({ open_time: inSeconds(FAR_SECONDS) })

const graphicOf = ({
  picture,
  film,
  poster,
  letter,
}: Given): Pick<Input<'createTimeCapsule'>, 'content' | 'content_type'> => ({
  content: [
    { type: ITEM.image, content: picture, comment: '海边', name: '海 边.jpg', width: 640, height: 480 },
    { type: ITEM.video, content: film, comment: '', name: '浪.webm', poster },
    { type: ITEM.file, content: letter, comment: '信里的话', name: 'CON<>:"|?*%.txt' },
  ],
  content_type: FORM.graphic,
})

type Opened = { graphic: string; text: string; diary: string; forecasts: string[] }

/** The things that are opened below, in some seconds. */
async function sealSoon(make: Make, given: Given): Promise<Opened> {
  const words = { send_word: '给以后的我', description: '和阿宁一起', key_answer: { '您的生肖是？': '兔' } }
  const graphic = await make('createTimeCapsule', {
    ...graphicOf(given),
    ...words,
    long_tag: '那年夏天的海',
    open_time: inSeconds(SOON_SECONDS),
  })
  const text = await make('createTimeCapsule', soon(`<p>花落了</p><p><img src="${given.small}"></p>`))
  const { content } = textCapsule('<p>封存过的日记</p>')
  const diary = await make('createDiaryCapsule', { content, open_time: inSeconds(SOON_SECONDS) })
  const forecasts: string[] = []
  for (let number = 0; number < RESULTS.length; number++) {
    const open_time = inSeconds(SOON_SECONDS)
    forecasts.push(await make('createForecastCapsule', foretold(`会下雪 ${number}`, { confidence: 80, open_time })))
  }
  return { graphic, text, diary, forecasts }
}

/** The things that stay sealed; the id of the one with files. */
async function sealFar(make: Make, [given]: Uploads): Promise<string> {
  await make('createTimeCapsule', { ...textCapsule('<p>还封着</p>', far()), contact: { email: 'friend@example.com' } })
  await make('createDiaryCapsule', { content: textCapsule('<p>还封着的日记</p>').content, ...far() })
  await make('createForecastCapsule', foretold('明年的雪', far()))
  return make('createTimeCapsule', { ...graphicOf(given), ...far(), long_tag: '五年以后' })
}

/** Diaries and drafts; the id of a diary to be deleted. */
async function write(make: Make, [given]: Uploads): Promise<string> {
  const place = placeItem({ name: '鼓浪屿', address: '厦门市思明区', latitude: 24.4478, longitude: 118.0626 })
  const text = (html: string) => ({ type: ITEM.text, content: html, comment: '' }) as const
  await make('createDiaryCapsule', {
    content: [text(`<p>雨停了</p><img src="${given.small}">`), place],
    long_tag: '雨停了',
    written_ago: 86_400,
  })
  await make('createTimeDraft', { content: [text('<p>还没写完</p>')], ...far() })
  await make('createDiaryDraft', {
    content: [{ type: ITEM.image, content: given.picture, comment: '' }],
    content_type: FORM.graphic,
  })
  await make('createForecastDraft', { content: foretold('也许').content, confidence: 55 })
  return make('createDiaryCapsule', { content: [text('<p>删掉的</p>')] })
}

async function openAll(url: string, token: string, { graphic, text, diary, forecasts }: Opened): Promise<void> {
  const key_answer = { '您的生肖是？': '兔' }
  await get(url, 'unseal', { capsule_id: graphic, key_answer }, { token })
  for (const capsule_id of [text, diary, ...forecasts]) await get(url, 'unseal', { capsule_id }, { token })
  for (const [at, capsule_id] of forecasts.entries()) {
    const result = RESULTS[at]!
    await get(url, 'forecastResolve', { capsule_id, result, text: at === 0 ? '小雪' : '' }, { token })
  }
  await get(url, 'capsuleReply', { capsule_id: text, text: '记得的' }, { token })
  await get(url, 'hideCapsule', { capsule_id: graphic, hidden: 1 }, { token })
}
