import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { CONTACT_LINK_WRONG } from '#contract/notice.ts'
import type { Asker, Context } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { refuseFlood, takeAddressTry } from '#server/tries.ts'
import { tokenHash } from './link.ts'

/** Guesses alone are counted: many contacts may stand behind one address. */
const UNKNOWN_PER_ADDRESS = [{ most: 60, seconds: 600 }]
const WHAT = 'contact links'

/** A contact agrees to be told – also one who had said no before. */
export async function confirmContact(context: Context, { token }: Parsed<'confirmContact'>) {
  refuseFlood(context, WHAT)
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = coalesce(confirmed_at, now())
      where confirm_hash = ${tokenHash(token)}::bytea returning address_hash
    ), willing as (delete from unwilling where address_hash in (select address_hash from met))
    select 1 from met`.execute(context.db)
  if (rows.length === 0) throw await unknown(context)
  return {}
}

/** They want no more, of any capsule: their address is remembered, as a keyed hash, and told nothing. */
export async function stopContact(context: Context, { token }: Parsed<'stopContact'>) {
  if (!(await stop(context, token))) throw await unknown(context)
  return {}
}

/** Whether there was such a contact. */
export async function stop(asker: Asker, token: string): Promise<boolean> {
  refuseFlood(asker, WHAT)
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = null
      where confirm_hash = ${tokenHash(token)}::bytea and address_hash is not null returning address_hash
    ), noted as (insert into unwilling (address_hash) select distinct address_hash from met on conflict do nothing)
    select 1 from met`.execute(asker.db)
  return rows.length > 0
}

/** A guess; a flood of them is turned away. */
export async function unknown(asker: Asker): Promise<Fail> {
  await takeAddressTry(asker, WHAT, UNKNOWN_PER_ADDRESS)
  return new Fail(CODE.missing, CONTACT_LINK_WRONG)
}
