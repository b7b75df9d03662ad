import { randomUUID } from 'node:crypto'
import { type CallName, calls, type Input } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { QUESTIONS } from '#contract/seal.ts'
import { chinaMonth, shiftMonth, startOfMonth } from '#contract/time.ts'
import type { Ask } from './load.ts'
import { ownerOfDue } from './seed.ts'
import { diarist, ITEMS, publicCapsule, reader, sealer, tokenOf, WORDS, type World } from './world.ts'

/** The `turn`-th request of either side; undefined when there is nothing left to ask. */
export type Asking = (turn: number) => Ask | undefined
export type Measured = {
  name: string
  ceiling: string
  ours: Asking
  bare: Asking
  /** Checks an answer of our server that is not an envelope. */
  isRight?: (head: string) => boolean
}
export type Due = { from: number; to: number }

const OPEN_TIME = '2099-01-01 00:00:00'
/** As long as a contact's number is once it is encrypted, with the name of its key. */
const BOXED = 'A'.repeat(64)

export function reads(world: World): Measured[] {
  const by = (turn: number) => reader(world, turn)
  const askNothing: Asking = (turn) => call('capsuleQlist', {}, by(turn))
  return [
    {
      name: 'http alone',
      ceiling: 'a POST that sends the same text back, without a query',
      ours: askNothing,
      bare: () => post('/nothing', { code: 1000, data: { questions: QUESTIONS } }),
    },
    {
      name: 'sign-in check',
      ceiling: 'one query of the session',
      ours: askNothing,
      bare: (turn) => ({ path: '/session', body: '{}', token: tokenOf(by(turn)) }),
    },
    {
      name: 'userInfo',
      ceiling: 'one query of the person and the balances',
      ours: (turn) => call('userInfo', {}, by(turn)),
      bare: (turn) => post('/user', { id: by(turn) }),
    },
    {
      name: 'detail',
      ceiling: 'one query of capsule, author, plain content',
      ours: (turn) => call('capsuleDetail', { capsule_id: String(publicCapsule(world, turn)) }, by(turn)),
      bare: (turn) => post('/detail', { id: publicCapsule(world, turn) }),
    },
    {
      name: 'my list',
      ceiling: 'one query of 15 capsules',
      ours: (turn) => call('myClosedCapsules', { pageSize: PAGE_SIZE }, by(turn)),
      bare: (turn) => post('/mine', { user_id: by(turn) }),
    },
    {
      name: 'public list',
      ceiling: 'one query of 15 capsules with author',
      ours: (turn) => call('capsuleOpenList', { pageSize: PAGE_SIZE }, by(turn)),
      bare: () => post('/public', {}),
    },
    {
      name: 'month list',
      ceiling: 'one query of 15 diaries with plain content',
      ours: (turn) => call('diaryList', { date: month(), pageSize: PAGE_SIZE }, diarist(world, turn)),
      bare: (turn) => post('/diaries', { user_id: diarist(world, turn), ...monthBounds() }),
    },
    {
      name: 'calendar',
      ceiling: 'one query that counts a month by days',
      ours: (turn) => call('diaryCalendar', { month: month().replace('-', '') }, diarist(world, turn)),
      bare: (turn) => post('/calendar', { user_id: diarist(world, turn), ...monthBounds() }),
    },
    {
      name: 'this day',
      ceiling: 'one query of 15 diaries with plain content',
      ours: (turn) => call('diaryThisDay', { pageSize: PAGE_SIZE }, diarist(world, turn)),
      bare: (turn) => post('/diaries', { user_id: diarist(world, turn), ...monthBounds() }),
    },
  ]
}

const month = (): string => chinaMonth(Date.now())
const monthBounds = () => ({ from: startOfMonth(month()), to: startOfMonth(shiftMonth(month(), 1)) })

export function writes(world: World, { from, to }: Due): Measured[] {
  const toSeal = (turn: number) => ({
    user_id: sealer(world, turn),
    title: '给明天',
    open_time: OPEN_TIME,
    content: JSON.stringify({ content: ITEMS, send_word: WORDS, description: '' }),
  })
  const bareSeal: Asking = (turn) => post('/seal', toSeal(turn))
  const due = (turn: number, ask: (id: number) => Ask) => (from + turn > to ? undefined : ask(from + turn))
  return [
    {
      name: 'seal',
      ceiling: 'begin, 3 statements, commit',
      ours: (turn) => seal(sealer(world, turn), {}),
      bare: bareSeal,
    },
    {
      name: 'seal by rows',
      ceiling: 'begin, 7 statements, commit: every row that ours writes, in clear',
      ours: (turn) => seal(sealer(world, turn), {}),
      bare: (turn) => post('/seal-by-rows', { ...toSeal(turn), tel: BOXED, key: randomUUID() }),
    },
    {
      name: 'unseal',
      ceiling: 'one conditional update',
      ours: (turn) => due(turn, (id) => call('unseal', { capsule_id: String(id) }, ownerOfDue(world, id))),
      bare: (turn) => due(turn, (id) => post('/unseal', { id })),
    },
    {
      name: 'seal + question',
      ceiling: 'begin, 3 statements, commit',
      ours: (turn) => seal(sealer(world, turn), { key_answer: { [QUESTIONS[0]]: '王秀英' } }),
      bare: bareSeal,
    },
    {
      name: 'like',
      ceiling: 'one insert or delete, which the same trigger counts',
      ours: likes(world, (is, id, userId) => call(is, { capsule_id: String(id) }, userId)),
      bare: likes(world, (is, id, userId) => post(`/${is}`, { user_id: userId, id })),
    },
    {
      name: 'exchange',
      ceiling: 'begin, 2 statements, commit',
      ours: (turn) => ({ ...call('changeCapsule', { type: 1, price: 1 }, sealer(world, turn)), key: randomUUID() }),
      bare: (turn) => post('/exchange', { user_id: sealer(world, turn) }),
    },
  ]
}

/** Likes in a row, then all of them taken back: so far apart that neither half of a pair waits for the other. */
const LIKES_IN_A_ROW = 2_000

function likes(world: World, ask: (is: 'like' | 'unlike', id: number, userId: number) => Ask): Asking {
  return (turn) => {
    const row = Math.floor(turn / LIKES_IN_A_ROW)
    const pair = Math.floor(row / 2) * LIKES_IN_A_ROW + (turn % LIKES_IN_A_ROW)
    return ask(row % 2 === 0 ? 'like' : 'unlike', publicCapsule(world, pair), reader(world, pair))
  }
}

/** As the pages send it: with someone to tell and a key of its own. */
const seal = (userId: number, more: Partial<Input<'createTimeCapsule'>>): Ask => ({
  ...call(
    'createTimeCapsule',
    {
      content: ITEMS,
      long_tag: '给明天',
      send_word: WORDS,
      open_time: OPEN_TIME,
      contact: { tel: '13812345678' },
      ...more,
    },
    userId,
  ),
  key: randomUUID(),
})

const call = <N extends CallName>(name: N, input: Input<N>, userId: number): Ask => ({
  path: calls[name].path,
  body: JSON.stringify(input),
  token: tokenOf(userId),
})

const post = (path: string, body: object): Ask => ({ path, body: JSON.stringify(body) })
