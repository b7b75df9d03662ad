import type { Receiver, Waiting } from '#contract/receiver.ts'
import { inDays } from '#web/capsule/notice/notices.fixture.ts'

const ok = <Data>(data: Data) => ({ code: 1000 as const, data })

/** The answer of waitingCapsule. */
export const waitingOf = (fields: Partial<Waiting> = {}) =>
  ok<Waiting>({
    state: 'waiting',
    capsule_id: '12',
    from: '小满',
    name: '妈妈',
    title: '',
    sealed_at: inDays(-20),
    open_time: inDays(400),
    code_to: '',
    addressed: 0,
    left: 0,
    ...fields,
  })

/** The answer of waitingCapsule about one of which nothing is told. */
export const nothingOf = (state: 'taken' | 'refused') =>
  waitingOf({ state, capsule_id: '', from: '', name: '', sealed_at: '', open_time: '' })

/** The answer of capsuleReceiver. */
export const receiverOf = (fields: Partial<Receiver> = {}) =>
  ok<Receiver>({
    name: '妈妈',
    show_title: 0,
    waiting_url: '/w/abc',
    way: '',
    address: '',
    tell_now: 0,
    bounced: 0,
    open_time: '2036-11-21 23:59:59',
    received_at: '',
    refused: 0,
    opened: 0,
    ...fields,
  })
