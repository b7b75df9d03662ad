import { randomUUID } from 'node:crypto'
import { type CallName, calls, type Input } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { QUESTIONS } from '#contract/seal.ts'
import { chinaMonth, shiftMonth, startOfMonth } from '#contract/time.ts'
import { makeWxpayKeys } from '#standins/wxpay/keys.ts'
import type { Ask, IsRight } from './load.ts'
import { FEN } from './seed.ts'
import {
  diarist,
  ITEMS,
  illustrated,
  newcomer,
  orderNo,
  picturesOf,
  publicCapsule,
  reader,
  type Stock,
  savedOver,
  sealer,
  stockIds,
  taken,
  taker,
  tokenOf,
  WORDS,
  type World,
} from './world.ts'

/** The `turn`-th request of a side. */
export type Asking = (turn: number) => Ask
export type Measured = {
  name: string
  /** A side that has none is not measured. */
  asks: { ours: Asking; bare?: Asking; floor?: Asking }
  /** Each turn takes one of these. */
  uses?: keyof Stock
  /** Checks answers that are neither our envelope nor a bare 200. */
  isRight?: IsRight
}

const OPEN_TIME = '2099-01-01 00:00:00'
/** As long as a contact's number is once it is encrypted, with the name of its key. */
const BOXED = 'A'.repeat(64)

export function reads(world: World): Measured[] {
  const by = (turn: number) => reader(world, turn)
  const nothing: Asking = (turn) => call('capsuleQlist', {}, by(turn))
  const detail: Asking = (turn) => call('capsuleDetail', { capsule_id: String(publicCapsule(world, turn)) }, by(turn))
  return [
    read('http alone', nothing, () => post('/nothing', { code: 1000, data: { questions: QUESTIONS } })),
    read('sign-in check', nothing, (turn) => post('/session', { token: tokenOf(by(turn)) })),
    read(
      'userInfo',
      (turn) => call('userInfo', {}, by(turn)),
      (turn) => post('/user', { id: by(turn) }),
    ),
    read('detail', detail, (turn) => post('/detail', { id: publicCapsule(world, turn) })),
    {
      name: 'detail opened',
      asks: { ours: detail, floor: (turn) => post('/opened', { id: publicCapsule(world, turn) }) },
    },
    read(
      'my list',
      (turn) => call('myClosedCapsules', { pageSize: PAGE_SIZE }, by(turn)),
      (turn) => post('/mine', { user_id: by(turn) }),
    ),
    read(
      'public list',
      (turn) => call('capsuleOpenList', { pageSize: PAGE_SIZE }, by(turn)),
      () => post('/public', {}),
    ),
    read(
      'month list',
      (turn) => call('diaryList', { date: month(), pageSize: PAGE_SIZE }, diarist(world, turn)),
      (turn) => post('/diaries', { user_id: diarist(world, turn), ...monthBounds() }),
    ),
    read(
      'calendar',
      (turn) => call('diaryCalendar', { month: month().replace('-', '') }, diarist(world, turn)),
      (turn) => post('/calendar', { user_id: diarist(world, turn), ...monthBounds() }),
    ),
  ]
}

/** Bare server and floor run the same query. */
const read = (name: string, ours: Asking, query: Asking): Measured => ({
  name,
  asks: { ours, bare: query, floor: query },
})
const month = (): string => chinaMonth(Date.now())
const monthBounds = () => ({ from: startOfMonth(month()), to: startOfMonth(shiftMonth(month(), 1)) })

/** The platform that tells of payments. */
export const platform = makeWxpayKeys(() => Date.now())

/** The bare server writes the same rows. */
export function writes(world: World): Measured[] {
  const { due, drafts } = stockIds(world)
  const by = (turn: number) => sealer(world, turn)
  const gift = { time: 1, diary: 0, forecast: 0 }
  return [
    {
      name: 'seal',
      asks: {
        ours: (turn) => seal(by(turn)),
        bare: (turn) => bareWrite('/seal', by(turn), { title: '给明天', open_time: OPEN_TIME, tel: BOXED }),
      },
    },
    {
      name: 'unseal',
      uses: 'due',
      asks: {
        ours: (turn) => call('unseal', { capsule_id: String(taken(due, turn)) }, by(taken(due, turn))),
        bare: (turn) => post('/unseal', { id: taken(due, turn) }),
      },
    },
    {
      name: 'like',
      asks: {
        ours: likes(world, (is, id, userId) => call(is, { capsule_id: String(id) }, userId)),
        bare: likes(world, (is, id, user_id) => post(`/${is}`, { user_id, id })),
      },
    },
    diary('diary', by, {}),
    { ...diary('diary first', (turn) => newcomer(world, turn), { first: true }), uses: 'newcomers' },
    {
      name: 'diary pictures',
      asks: {
        ours: (turn) => once('createDiaryCapsule', { content: illustrated(by(turn)) }, by(turn)),
        bare: (turn) => {
          const content = JSON.stringify({ content: illustrated(by(turn)) })
          return bareWrite('/diary', by(turn), { pictures: picturesOf(by(turn)), content })
        },
      },
    },
    {
      name: 'diary draft',
      uses: 'drafts',
      asks: {
        ours: (turn) => {
          const id = taken(drafts, turn)
          return once('createDiaryCapsule', { content: ITEMS, draft_id: String(id) }, by(id))
        },
        bare: (turn) => bareWrite('/diary', by(taken(drafts, turn)), { draft: taken(drafts, turn) }),
      },
    },
    {
      name: 'gift',
      asks: {
        ours: (turn) => once('giveGift', { user_id: String(taker(world, turn)), gift }, by(turn)),
        bare: (turn) => bareWrite('/gift', by(turn), { to: taker(world, turn) }),
      },
    },
    {
      name: 'exchange',
      asks: {
        ours: (turn) => once('changeCapsule', { type: 1, price: 1 }, by(turn)),
        bare: (turn) => bareWrite('/exchange', by(turn), {}),
      },
    },
    {
      name: 'draft',
      asks: {
        ours: (turn) => {
          const id = savedOver(world, turn)
          return once('createTimeDraft', { content: ITEMS, long_tag: '给明天', draft_id: String(id) }, by(id))
        },
        bare: (turn) => {
          const id = savedOver(world, turn)
          return bareWrite('/draft', by(id), { id, title: '给明天' })
        },
      },
    },
    {
      name: 'paid',
      uses: 'orders',
      isRight: (head) => head.startsWith('HTTP/1.1 204'),
      asks: {
        ours: (turn) => ({ path: '/api/notify/wechat', ...paymentOf(orderNo(turn)) }),
        bare: (turn) => ({ path: '/paid', ...paymentOf(orderNo(turn)) }),
      },
    },
  ]
}

const diary = (name: string, by: (turn: number) => number, how: { first?: true }): Measured => ({
  name,
  asks: {
    ours: (turn) => once('createDiaryCapsule', { content: ITEMS }, by(turn)),
    bare: (turn) => bareWrite('/diary', by(turn), how),
  },
})

/** Likes in a row, then all of them taken back: so far apart that neither half of a pair waits for the other. */
const LIKES_IN_A_ROW = 2_000

function likes(world: World, ask: (is: 'like' | 'unlike', id: number, userId: number) => Ask): Asking {
  return (turn) => {
    const row = Math.floor(turn / LIKES_IN_A_ROW)
    const pair = Math.floor(row / 2) * LIKES_IN_A_ROW + (turn % LIKES_IN_A_ROW)
    // Somebody else once the capsules begin anew: a second like of the same person changes nothing.
    const round = Math.floor(pair / (world.capsules / 10))
    return ask(row % 2 === 0 ? 'like' : 'unlike', publicCapsule(world, pair), reader(world, pair + round))
  }
}

/** As the pages send it: with someone to tell. */
const seal = (userId: number): Ask =>
  once(
    'createTimeCapsule',
    { content: ITEMS, long_tag: '给明天', send_word: WORDS, open_time: OPEN_TIME, contact: { tel: '13812345678' } },
    userId,
  )

/** News of WeChat's that an order was paid, signed and sealed as the platform does. */
function paymentOf(out_trade_no: string) {
  const { merchant, seal, sign } = platform
  const told = {
    ...{ appid: merchant.appId, mchid: merchant.id, out_trade_no, transaction_id: `4200${out_trade_no}` },
    ...{ trade_state: 'SUCCESS', success_time: new Date().toISOString(), amount: { total: FEN, currency: 'CNY' } },
  }
  const resource = { original_type: 'transaction', ...seal(told) }
  const body = JSON.stringify({ event_type: 'TRANSACTION.SUCCESS', resource_type: 'encrypt-resource', resource })
  return { body, headers: sign(body) }
}

export const call = <N extends CallName>(name: N, input: Input<N>, userId: number) => ({
  path: calls[name].path,
  body: JSON.stringify(input),
  token: tokenOf(userId),
})

/** As the pages send what is done once: with a key of its own. */
const once = <N extends CallName>(name: N, input: Input<N>, userId: number): Ask => ({
  ...call(name, input, userId),
  key: randomUUID(),
})

export const post = (path: string, body: object): Ask => ({ path, body: JSON.stringify(body) })

const PLAIN = JSON.stringify({ content: ITEMS, send_word: WORDS, description: '' })
const bareWrite = (path: string, user_id: number, more: object): Ask =>
  post(path, { user_id, key: randomUUID(), content: PLAIN, ...more })

/** A name given to --only takes its variants along: `diary` every diary. */
export const isWanted = (only: readonly string[], { name }: { name: string }): boolean =>
  only.length === 0 || only.some((word) => name === word || name.startsWith(`${word} `))

/** The answer of our server to one call, outside all measuring. */
export async function answerTo<T>(port: number, { path, body, token }: ReturnType<typeof call>): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  const { code, data } = (await answer.json()) as { code: number; data: T }
  if (code !== 1000) throw new Error(`${path} answered ${code}`)
  return data
}
