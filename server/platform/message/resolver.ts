import type { RawBuilder } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Claimed } from './claim.ts'
import { keptArchiveOf } from './keptCode.ts'
import type { SenderName } from './senderName.ts'

/** The person to be told and where they are led, found at the last moment, so that nothing of it lies about before. */
export type Resolved = {
  address: string
  link: string
  /** Of whose it is, to a third person. */
  whose?: SenderName
  /** The variables of the SMS as its provider knows it. */
  params: Record<string, string>
  /** The address at which the reader of a letter says that they want no more. */
  stop: string
  /** Whether a Weibo name may be mentioned in public. */
  mention?: boolean
  /** The condition for asking a person to send it by hand; about `messages`. */
  condition?: RawBuilder<boolean>
}

/** How the room that a message belongs to answers for it. */
export type Resolver = {
  /** Undefined when nobody is there to be told any more. */
  resolve: (services: Pick<Services, 'db' | 'keys' | 'config'>, claimed: Claimed) => Promise<Resolved | undefined>
  /** The address takes nothing, and never will: what follows, around what settles the message itself. */
  bounced: (db: Tx, claimed: Claimed, settle: () => Promise<void>) => Promise<void>
}

/** The site that letters and links name. */
export const siteOf = ({ publicUrl, port }: Services['config']): string => publicUrl ?? `http://127.0.0.1:${port}`

/** Messages to a person with us, by their own number. */
export const toPerson: Resolver = {
  async resolve({ db, keys, config }, { user_id, template }) {
    const person = await db.selectFrom('users').select('tel').where('id', '=', user_id).executeTakeFirst()
    if (!person?.tel) return undefined
    const site = siteOf(config)
    const kept = template === 'kept' ? await keptArchiveOf({ db, keys }, user_id!) : undefined
    const params: Record<string, string> = kept ? { code: kept.code } : {}
    return { address: person.tel, link: kept?.address ?? site, params, stop: site }
  },
  bounced: (_db, _claimed, settle) => settle(),
}
