import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { UNSEALED } from '#server/db/states.ts'
import { unboxContact } from './address.ts'
import type { Claimed } from './claim.ts'
import { confirmTokenOf, type Slot, unsealTokenOf } from './link.ts'
import { letterOf, type Said, sentenceOf } from './words.ts'

/** A notice with everything its provider needs, made at the last moment so that nothing of it lies about before. */
export type Resolved = {
  address: string
  params: Record<string, string>
  text: string
  html: string
  subject: string
  /** Where third persons say that they want no more. */
  stop: string
  mention: boolean
}

type Needed = Pick<Services, 'db' | 'keys' | 'config'>
type Target = { address: string; slot: Slot | undefined; mention: boolean; hasQuestions: boolean }

/** Undefined when nobody is there to be told any more: the contact was corrected, or wants no more. */
export async function resolve(context: Needed, claimed: Claimed): Promise<Resolved | undefined> {
  const target = claimed.contact === 'owner' ? await ownerOf(context, claimed) : await contactOf(context, claimed)
  if (!target) return undefined
  const { address, slot, mention, hasQuestions } = target
  const { keys, config } = context
  const site = siteOf(config)
  const stop = slot ? `${site}/n/${confirmTokenOf(keys, slot)}` : site
  const token = slot && (claimed.template === 'confirm' ? confirmTokenOf(keys, slot) : unsealTokenOf(keys, slot))
  const said: Said = { site, to: claimed.contact, link: linkOf(claimed, site, token, hasQuestions) }
  const letter = letterOf(claimed.template, said, stop)
  const sentence = sentenceOf(claimed.template, said)
  const params: Record<string, string> = token && SAYS_TOKEN.has(claimed.template) ? { token } : {}
  if (claimed.channel === 'email') return { ...letter, address, params, stop, mention }
  return { ...letter, address, params, stop, mention, text: SPOKEN[claimed.channel](sentence, address) }
}

const SAYS_TOKEN = new Set<string>(['open', 'confirm'])

/** What a name at Weibo cannot hold would make another mention, a topic, or two words of it. */
const SPOKEN: Record<'sms' | 'weibo', (sentence: string, address: string) => string> = {
  sms: (sentence) => `【时光胶囊】${sentence}`,
  weibo: (sentence, name) => `@${name.replace(/[@#\s]/g, '')} ${sentence}`,
}

/**
 * What goes out by Weibo may be read by everybody, or is copied by an operator: the link itself only where questions
 * still guard the capsule.
 */
function linkOf(
  { channel, template }: Claimed,
  site: string,
  token: string | undefined,
  hasQuestions: boolean,
): string {
  if (!token || (channel === 'weibo' && !hasQuestions)) return site
  return `${site}/${template === 'confirm' ? 'n' : 'u'}/${token}`
}

/** What letters and links name. */
export const siteOf = ({ publicUrl, port }: Services['config']): string => publicUrl ?? `http://127.0.0.1:${port}`

async function ownerOf({ db }: Needed, { capsule_id, template }: Claimed): Promise<Target | undefined> {
  const row = await db
    .selectFrom('capsules as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select('u.tel')
    .where('c.id', '=', capsule_id)
    .where(stillSaid(template))
    .executeTakeFirst()
  return row?.tel ? { address: row.tel, slot: undefined, mention: false, hasQuestions: false } : undefined
}

async function contactOf(
  { db, keys }: Needed,
  { capsule_id, contact, occasion, template }: Claimed,
): Promise<Target | undefined> {
  if (contact === 'owner') return undefined
  const row = await db
    .selectFrom('capsule_contacts as k')
    .innerJoin('capsules as c', 'c.id', 'k.capsule_id')
    .leftJoin('unwilling as n', 'n.address_hash', 'k.address_hash')
    .select(['k.address', 'k.generation', 'k.mention', 'n.at as unwilling'])
    .select(
      sql<boolean>`c.answers_hash is not null and not exists (
      select from question_drops d where d.capsule_id = c.id and d.called_off_at is null)`.as('guarded'),
    )
    .where('k.capsule_id', '=', capsule_id)
    .where('k.channel', '=', contact)
    .where(stillSaid(template))
    .executeTakeFirst()
  if (!row || row.unwilling) return undefined
  if (SAYS_TOKEN.has(template) && generationOf(occasion) !== row.generation) return undefined
  const slot = { capsuleId: capsule_id, channel: contact, generation: row.generation }
  const address = unboxContact(keys, capsule_id, contact, row.address)
  return { address, slot, mention: row.mention === 1, hasQuestions: row.guarded }
}

/** That it can be opened is said of nothing that is open by now. */
const stillSaid = (template: Claimed['template']) =>
  template === 'open' || template === 'openOwner' ? sql<boolean>`c.status <> ${UNSEALED}` : sql<boolean>`true`

/** Occasions of a contact end with the generation they were meant for: `open 0 1`, `confirm 2`. */
const generationOf = (occasion: string): number => Number(occasion.slice(occasion.lastIndexOf(' ') + 1))
