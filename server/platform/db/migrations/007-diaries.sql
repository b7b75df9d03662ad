-- Raised by every writing, so that nobody writes over what they have not seen.
alter table capsules add column revision integer not null default 1;

-- Diaries by month, the sealed ones among them.
create index capsules_diaries on capsules (owner_id, created_at desc, id desc) where type = 1 and status <> 0;
-- What can be read again on a later day of the same date.
create index capsules_written on capsules (owner_id, (coalesce(sealed_at, created_at)) desc, id desc) where status = 2;

alter table users add column show_this_day smallint not null default 1 check (show_this_day in (0, 1));

create view broken_diaries as
  select 'diary' as rule, c.id, 'a diary nobody paid for' as what
    from capsules c where c.type = 1 and c.status = 2 and c.sealed_at is null
    and not exists (select from transactions t where t.scope = 'diary' and t.key = c.id::text and t.user_id = c.owner_id)
  union all
  select 'diary', t.id, 'a payment without its diary'
    from transactions t join users u on u.id = t.user_id and u.cancelled_at is null
    where t.scope = 'diary' and not exists (select from capsules c where c.id::text = t.key)
  union all
  select 'diary', c.id, 'open without having been sealed, and no diary'
    from capsules c where c.status = 2 and c.sealed_at is null and c.type <> 1
  union all
  select 'diary', c.id, format('%s is locked in another capsule', o.key)
    from capsules c join capsule_media m on m.capsule_id = c.id join objects o on o.key = m.key
    where c.type = 1 and c.status = 2 and c.sealed_at is null and o.sealed_in is not null
  union all
  select 'daily', t.id, 'a reward without a diary paid for by its person'
    from transactions t where t.scope = 'daily'
    and not exists (select from entries e join accounts a on a.id = e.account_id
      where a.owner_id = t.user_id and a.kind = 'diary' and e.amount < 0);

create or replace view broken_invariants as
  select rule, id, what from broken_capsules union all select rule, id, what from broken_media
  union all select rule, id, what from broken_diaries;
