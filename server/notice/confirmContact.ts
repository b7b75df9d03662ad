import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { CONTACT_LINK_WRONG } from '#contract/notice.ts'
import type { Context, Db } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { takeAddressTry } from '#server/tries.ts'
import { tokenHash } from './link.ts'

const TRIES_PER_ADDRESS = [{ most: 60, seconds: 600 }]

/** A contact agrees to be told – also one who had said no before. */
export async function confirmContact(context: Context, { token }: Parsed<'confirmContact'>) {
  await takeAddressTry(context, 'contact links', TRIES_PER_ADDRESS)
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = coalesce(confirmed_at, now())
      where confirm_hash = ${tokenHash(token)}::bytea returning address_hash
    ), willing as (delete from unwilling where address_hash in (select address_hash from met))
    select 1 from met`.execute(context.db)
  if (rows.length === 0) throw gone()
  return {}
}

/** They want no more, of any capsule: their address is remembered, as a keyed hash, and told nothing. */
export async function stopContact(context: Context, { token }: Parsed<'stopContact'>) {
  await takeAddressTry(context, 'contact links', TRIES_PER_ADDRESS)
  if (!(await stop(context.db, token))) throw gone()
  return {}
}

export async function stop(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = null
      where confirm_hash = ${tokenHash(token)}::bytea and address_hash is not null returning address_hash
    ), noted as (insert into unwilling (address_hash) select distinct address_hash from met on conflict do nothing)
    select 1 from met`.execute(db)
  return rows.length > 0
}

const gone = (): Fail => new Fail(CODE.missing, CONTACT_LINK_WRONG)
