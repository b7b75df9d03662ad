-- compatible
-- Purchases that were unspent at the end of the product (docs/decisions/sunset.md): noted once for a person, in the transaction that
-- takes them out of the balance, then given back at the platform one order at a time. An older version beside this one takes the
-- platform's news of a part for an alarm: give back when none of them runs any more.
create table given_back (
  order_id bigint primary key references orders,
  count bigint not null check (count > 0),
  fen bigint not null check (fen > 0),
  noted_at timestamptz not null default now(),
  -- The platform has given it back, or the operator has.
  done_at timestamptz,
  -- The platform does not give it back: it is on the operator's list.
  why text
);
create index given_back_to_do on given_back (order_id) where done_at is null;

create or replace view broken_money as
  select 'orders' as rule, o.id, 'is paid and not credited as it was ordered' as what
    from orders o where o.state in (1, 3) and o.count is distinct from (
      select sum(e.amount) from transactions t join entries e on e.transaction_id = t.id
      where t.scope = 'order' and t.key = o.order_no and t.user_id = o.user_id and e.account_id is not null and e.kind = 'time')
  union all
  select 'refunds', o.id, 'is refunded, and more or less was taken back, owed and written off'
    from orders o where o.state = 3 and not o.give_back and not exists (select from given_back g where g.order_id = o.id)
    and o.count <> o.owed + o.written_off + coalesce((
      select -sum(e.amount) from transactions t join entries e on e.transaction_id = t.id
      where t.scope in ('refund', 'owed') and split_part(t.key, ' ', 1) = o.order_no and t.user_id = o.user_id
        and e.account_id is not null and e.kind = 'time'), 0)
  union all
  select 'debts', o.id, 'is owed by somebody who has left'
    from orders o join users u on u.id = o.user_id where o.owed > 0 and u.cancelled_at is not null
  union all
  select 'orders', t.id, 'was credited and not paid'
    from transactions t where t.scope = 'order'
    and not exists (select from orders o where o.order_no = t.key and o.state in (1, 3))
  union all
  select 'given back', o.id, 'goes back in part, and more or less was taken out of the balance'
    from given_back g join orders o on o.id = g.order_id where g.count is distinct from (
      select -sum(e.amount) from transactions t join entries e on e.transaction_id = t.id
      where t.scope = 'given back' and t.key = o.order_no and t.user_id = o.user_id and e.account_id is not null and e.kind = 'time')
  union all
  select 'given back', o.id, 'goes back for another amount than its share of the price'
    from given_back g join orders o on o.id = g.order_id
    where o.state not in (1, 3) or g.count > o.count or g.fen <> (o.fen * g.count + o.count - 1) / o.count;
