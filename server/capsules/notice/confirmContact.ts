import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import type { Context, RequestContext } from '#server/platform/context.ts'
import { refuseGuessing, unknown } from './guesses.ts'
import { confirmHashes, tokenHash } from './link.ts'

const isOf = (token: string) =>
  sql`confirm_hash in (${sql.join(confirmHashes(token).map((hash) => sql`${hash}::bytea`))})`

const isOfReceiver = (token: string) => sql`stop_hash = ${tokenHash(token)}::bytea`

/** A contact agrees to be told – also one who had said no before. */
export async function confirmContact(context: Context, { token }: Parsed<'confirmContact'>) {
  refuseGuessing(context)
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = coalesce(confirmed_at, now())
      where ${isOf(token)} returning address_hash
    ), known as (
      select address_hash from met union all select address_hash from receivers where ${isOfReceiver(token)}
    ), willing as (delete from unwilling where address_hash in (select address_hash from known))
    select 1 from known`.execute(context.db)
  if (rows.length === 0) throw await unknown(context)
  return {}
}

/** They want no more, of any capsule: their address is remembered, as a keyed hash, and told nothing. */
export async function stopContact(context: Context, { token }: Parsed<'stopContact'>) {
  if (!(await stop(context, token))) throw await unknown(context)
  return {}
}

/** Whether there was such a contact. */
export async function stop(context: RequestContext, token: string): Promise<boolean> {
  refuseGuessing(context)
  const { rows } = await sql`
    with met as (
      update capsule_contacts set confirmed_at = null
      where ${isOf(token)} and address_hash is not null returning address_hash
    ), known as (
      select address_hash from met union all select address_hash from receivers where ${isOfReceiver(token)}
    ), noted as (insert into unwilling (address_hash) select distinct address_hash from known on conflict do nothing)
    select 1 from known`.execute(context.db)
  return rows.length > 0
}
