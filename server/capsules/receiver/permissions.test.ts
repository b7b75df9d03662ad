import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { unsealTokenOf } from '#server/capsules/notice/link.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, newTel } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve } from '#test/links.ts'
import { SENT_TITLE, SENT_WORDS, sentBy } from '#test/sent.ts'

const app = withApp()
const STAGES = ['before its day', 'opened early by its sender', 'on its day', 'opened by all who may'] as const
type Stage = (typeof STAGES)[number]
type Person = Awaited<ReturnType<typeof newPerson>>
/** A capsule that was sent, and who asks: what they have of it, and who they are. */
type World = { capsule_id: string; sender: Person; token: string; link?: string; who: Partial<Person>; took?: Person }

const person = () => newPerson(app.url)
let mailboxes = 0
const newEmail = () => `told${process.pid}.${++mailboxes}@example.com`

async function sent(way: { tel?: string; email?: string } = {}): Promise<World> {
  const sender = await person()
  return { ...(await sentBy(app, sender, way)), sender, who: {} }
}
async function taken(): Promise<World & { took: Person }> {
  const [made, took] = [await sent(), await person()]
  await get(app.url, 'receiveCapsule', { token: made.token }, took)
  return { ...made, took, who: took }
}

/** With the link that opens it for who was told at the first address. */
function withLink(world: World): World {
  const slot = { capsuleId: Number(world.capsule_id), channel: 'receiver' as const, generation: 1 }
  return { ...world, link: unsealTokenOf(app.services.keys, slot) }
}

/** One a person, in its world before the day. */
const PEOPLE = {
  owner: async () => {
    const made = await taken()
    return { ...made, who: made.sender }
  },
  receiver: taken,
  'holder of a forwarded card, without its code': async () => ({
    ...(await sent({ tel: newTel() })),
    who: await person(),
  }),
  'receiver from whom it was taken back': async () => {
    const { took, ...made } = await taken()
    await get(app.url, 'undoReceiver', { capsule_id: made.capsule_id }, made.sender)
    return made
  },
  'receiver who has blocked its sender': async () => {
    const made = await taken()
    const { user } = await get(app.url, 'userInfo', {}, made.sender)
    await get(app.url, 'block', { user_id: user.id }, made.took)
    return made
  },
  'person who has said no': async () => {
    const [made, who] = [await sent(), await person()]
    await get(app.url, 'refuseCapsule', { token: made.token })
    return { ...made, who }
  },
  'holder of the link that is sent on its day': async () => withLink(await sent({ email: newEmail() })),
  'holder of a link of before the address was changed': async () => {
    const made = await sent({ email: newEmail() })
    await get(app.url, 'changeReceiver', { capsule_id: made.capsule_id, email: newEmail() }, made.sender)
    return withLink(made)
  },
  stranger: async () => ({ ...(await taken()), who: await person() }),
  'person who is signed out': async () => ({ ...(await taken()), who: {} }),
} satisfies Record<string, () => Promise<World>>

/** In this order, since the last ones change the capsule's world. */
const CALLS: [CallName, (world: World) => object][] = [
  ['waitingCapsule', ({ token }) => ({ token })],
  ['received', () => ({})],
  ['capsuleDetail', ({ capsule_id }) => ({ capsule_id })],
  ['capsuleQlist', ({ capsule_id }) => ({ capsule_id })],
  ['noticeLog', ({ capsule_id }) => ({ capsule_id })],
  ['capsuleContacts', ({ capsule_id }) => ({ capsule_id })],
  ['capsuleReceiver', ({ capsule_id }) => ({ capsule_id })],
  ['like', ({ capsule_id }) => ({ capsule_id })],
  ['capsuleShare', ({ capsule_id }) => ({ capsule_id })],
  ['capsuleIsPublic', ({ capsule_id }) => ({ capsule_id, is_public: 1 })],
  ['answerCapsule', ({ capsule_id }) => ({ capsule_id, text: '收到了' })],
  ['unseal', ({ capsule_id }) => ({ capsule_id })],
  ['unsealByToken', ({ token, link = token }) => ({ unseal_token: link })],
  ['report', ({ capsule_id }) => ({ kind: 'capsule', id: capsule_id, reason: 3, text: '' })],
  ['receiveCapsule', ({ token }) => ({ token })],
  ['changeReceiver', ({ capsule_id }) => ({ capsule_id })],
  ['undoReceiver', ({ capsule_id }) => ({ capsule_id })],
]

/**
 * As the table spells an answer: done, not there, refused, to be signed in; after it, that its text holds the title that is not
 * shown (t) or the content (c).
 */
const SIGN: Record<number, string> = { [CODE.ok]: 'o', [CODE.missing]: '-', [CODE.refused]: 'r', [CODE.noToken]: 's' }

const SENT_TO_RECEIVER = ['oooo------rr-oo--', 'oooo------rr-oo--', 'oooo------ro-oo--', 'oototco---o--or-oo--']
const four = (row: string) => [row, row, row, row]
/** The calls of `CALLS` one after the other, at each of the stages. */
const EXPECTED: Record<keyof typeof PEOPLE, string[]> = {
  owner: ['oootoooo-rr-r--rro', 'oootcooooorr-r--rro', 'oootoooo-rr-o--rrr', 'oootcooooorr-r--rrr'],
  receiver: SENT_TO_RECEIVER,
  'holder of a forwarded card, without its code': four('oo------------r--'),
  'receiver from whom it was taken back': four('-o---------------'),
  'receiver who has blocked its sender': SENT_TO_RECEIVER,
  'person who has said no': four('oo------------o--'),
  'holder of the link that is sent on its day': [
    ...['osssssssssss-ssss', 'osssssssssss-ssss'],
    ...['osssssssssssossss', 'osssssssssssossss'],
  ],
  'holder of a link of before the address was changed': four('-sssssssssss-ssss'),
  stranger: four('oo------------r--'),
  'person who is signed out': four('osssssssssss-ssss'),
}

async function toStage(world: World, stage: Stage) {
  const { capsule_id, sender, took, link } = world
  if (stage === 'before its day') return
  if (stage === 'opened early by its sender') {
    await approve(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, sender)
    return
  }
  await comeDue(app.services, capsule_id)
  await sendNotices(app.services)
  if (stage === 'on its day') return
  for (const who of [sender, took]) if (who) await get(app.url, 'unseal', { capsule_id }, who)
  if (link) await ask(app.url, 'unsealByToken', { unseal_token: link })
}

/** Guesses of one test are not another's. */
const forgetGuesses = () => sql`delete from tries where bucket like '%links%'`.execute(app.services.db)

describe.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])(
  'the %s gets what is theirs, and nothing else',
  (name) => {
    it.each(STAGES.map((stage, at) => [stage, at] as const))('%s', async (stage, at) => {
      await forgetGuesses()
      const world: World = await PEOPLE[name]()
      await toStage(world, stage)
      let got = ''
      for (const [call, input] of CALLS) {
        const { code, text } = await ask(app.url, call, input(world), world.who)
        got += SIGN[code] ?? `(${call}: ${code})`
        if (text.includes(SENT_TITLE)) got += 't'
        if (text.includes(SENT_WORDS)) got += 'c'
      }
      expect(got).toBe(EXPECTED[name][at])
    })
  },
)
