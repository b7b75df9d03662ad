import type { RawBuilder } from 'kysely'
import type { Services, Tx } from '#server/context.ts'
import type { Claimed } from './claim.ts'
import type { Whose } from './whose.ts'

/** Who is told and where they are led, found at the last moment, so that nothing of it lies about before. */
export type Resolved = {
  address: string
  link: string
  /** Of whose it is, to a third person. */
  whose?: Whose
  /** The variables of the SMS as its provider knows it. */
  params: Record<string, string>
  /** Where whoever reads a letter says that they want no more. */
  stop: string
  /** Whether a Weibo name may be mentioned in public. */
  mention?: boolean
  /** What must hold for a person to be asked to send it by hand; about `messages`. */
  only?: RawBuilder<boolean>
}

/** What the room to which a message belongs knows of it. */
export type Resolver = {
  /** Undefined when nobody is there to be told any more. */
  resolve: (services: Pick<Services, 'db' | 'keys' | 'config'>, claimed: Claimed) => Promise<Resolved | undefined>
  /** The address takes nothing, and never will: what follows, around what settles the message itself. */
  bounced: (db: Tx, claimed: Claimed, settle: () => Promise<void>) => Promise<void>
}

/** What letters and links name. */
export const siteOf = ({ publicUrl, port }: Services['config']): string => publicUrl ?? `http://127.0.0.1:${port}`

/** Messages to a person with us, by their own number. */
export const toPerson: Resolver = {
  async resolve({ db, config }, { user_id }) {
    const person = await db.selectFrom('users').select('tel').where('id', '=', user_id).executeTakeFirst()
    if (!person?.tel) return undefined
    const site = siteOf(config)
    return { address: person.tel, link: site, params: {}, stop: site }
  },
  bounced: (_db, _claimed, settle) => settle(),
}
