import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import type { Claimed } from '#server/platform/message/claim.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { type Resolved, type Resolver, siteOf } from '#server/platform/message/resolver.ts'
import { type SenderName, senderNameOf } from '#server/platform/message/senderName.ts'
import { textOf } from '#server/platform/message/texts.ts'
import { decryptContact } from './address.ts'
import { confirmTokenOf, generationOf, type Slot, unsealTokenOf } from './link.ts'
import { queueNotices } from './queue.ts'

type ResolverServices = Pick<Services, 'db' | 'keys' | 'config'>
type Target = { address: string; slot: Slot | undefined; mention: boolean; hasQuestions: boolean; whose?: SenderName }

/** Notices about a capsule: to its owner, or to a contact as it stands by now. */
export const aboutCapsule: Resolver = { resolve, bounced }

async function resolve(context: ResolverServices, claimed: Claimed): Promise<Resolved | undefined> {
  const target = claimed.contact === 'owner' ? await ownerOf(context, claimed) : await contactOf(context, claimed)
  if (!target) return undefined
  const { address, slot, mention, hasQuestions, whose } = target
  const { keys, config } = context
  const site = siteOf(config)
  const { leads } = textOf(claimed.template)
  const token = slot && (leads === 'u' || leads === 'n') ? TOKEN_OF[leads](keys, slot) : undefined
  return {
    address,
    mention,
    link: linkOf(claimed, site, token, hasQuestions),
    whose,
    params: paramsOf(claimed, token, whose),
    stop: slot ? `${site}/n/${confirmTokenOf(keys, slot)}` : site,
    condition: sql<boolean>`exists (select from capsules where id = ${claimed.capsule_id} and status <> ${UNSEALED})`,
  }
}

/** Values in a registered text besides its fixed words: a link's token and who asks, or the owner's own capsule. */
function paramsOf({ template, capsule_id }: Claimed, token?: string, whose?: SenderName): Record<string, string> {
  if (textOf(template).leads === 'c') return { id: String(capsule_id) }
  if (!token) return {}
  return template === 'confirm' && whose ? { token, who: whose.sms } : { token }
}

/** Inside a transaction that holds the capsule first. */
async function bounced(db: Tx, claimed: Claimed, settle: () => Promise<void>): Promise<void> {
  await lockCapsules(db).select('c.id').where('c.id', '=', claimed.capsule_id).execute()
  await settle()
  await moveOn(db, claimed)
}

type Bounced = Pick<Claimed, 'id' | 'capsule_id' | 'contact'>

/**
 * A way that leads nowhere is not tried again; the ways that are left carry on, and the owner, who can correct it, is told. A
 * bounce of an address that was corrected since says nothing of the new one. Inside a transaction that holds the capsule.
 */
export async function moveOn(db: Tx, { capsule_id, contact, id }: Bounced): Promise<void> {
  if (contact === 'owner' || contact === 'receiver' || capsule_id === null) return
  const { rows } = await sql<{ doubt_from: string | null }>`
    update capsule_contacts set bounced_at = now()
    where capsule_id = ${capsule_id} and channel = ${contact} and generation = (
      select coalesce(substring(occasion from '^(?:open [0-9]+|confirm) ([0-9]+)$')::int, generation) from messages where id = ${id})
    returning (select doubt_from::text from messages where id = ${id})`.execute(db)
  const [done] = rows
  if (!done) return
  await withdrawn(sql`capsule_id = ${capsule_id} and contact = ${contact}`).execute(db)
  const occasion = `bounced ${id}`
  await queueNotices(db, [{ capsuleId: capsule_id, contact: 'owner', occasion, template: 'bounced', ...done }])
}

const TOKEN_OF = { u: unsealTokenOf, n: confirmTokenOf }

/**
 * A Weibo message may be read by everybody, or is copied by an operator: it has the link itself only where questions still guard
 * the capsule.
 */
function linkOf(
  { channel, template, capsule_id }: Claimed,
  site: string,
  token: string | undefined,
  hasQuestions: boolean,
): string {
  const { leads } = textOf(template)
  if (leads === 'c') return `${site}/c/${capsule_id}`
  if (!token || (channel === 'weibo' && !hasQuestions)) return site
  return `${site}/${leads}/${token}`
}

async function ownerOf({ db }: ResolverServices, { capsule_id, template }: Claimed): Promise<Target | undefined> {
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
  { db, keys }: ResolverServices,
  { capsule_id, contact, occasion, template }: Claimed,
): Promise<Target | undefined> {
  if (contact === 'owner' || contact === 'receiver' || contact === null || capsule_id === null) return undefined
  const row = await db
    .selectFrom('capsule_contacts as k')
    .innerJoin('capsules as c', 'c.id', 'k.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .leftJoin('unwilling as n', 'n.address_hash', 'k.address_hash')
    .select(['k.address', 'k.generation', 'k.mention', 'n.at as unwilling', 'u.nickname', 'u.tel'])
    .select(
      sql<boolean>`c.answers_hash is not null and not exists (
      select from question_drops d where d.capsule_id = c.id and d.called_off_at is null)`.as('guarded'),
    )
    .where('k.capsule_id', '=', capsule_id)
    .where('k.channel', '=', contact)
    .where(stillSaid(template))
    .executeTakeFirst()
  if (!row || row.unwilling) return undefined
  if (textOf(template).leads && generationOf(occasion ?? '') !== row.generation) return undefined
  const slot = { capsuleId: capsule_id, channel: contact, generation: row.generation }
  const address = decryptContact(keys, capsule_id, contact, row.address)
  return { address, slot, mention: row.mention === 1, hasQuestions: row.guarded, whose: senderNameOf(row) }
}

/** That it can be opened is said of nothing that is open by now. */
const stillSaid = (template: Claimed['template']) =>
  template === 'open' || template === 'openOwner' ? sql<boolean>`c.status <> ${UNSEALED}` : sql<boolean>`true`
