-- compatible
-- That its receiver, who has opened it, agrees that it is shown to others (docs/decisions/receivers.md).
alter table receivers add column allowed_at timestamptz check (allowed_at is null or opened_at is not null);

create or replace view broken_receivers as
  select 'receiver' as rule, r.capsule_id as id, 'a capsule that cannot be for somebody' as what
    from receivers r join capsules c on c.id = r.capsule_id where c.sealed_at is null or c.type <> 0
  union all
  select 'receiver', r.capsule_id, 'received by who sealed it'
    from receivers r join capsules c on c.id = r.capsule_id where r.received_by = c.owner_id
  union all
  select 'receiver', r.capsule_id, 'was opened before its time'
    from receivers r join capsules c on c.id = r.capsule_id where r.opened_at < c.open_time
  union all
  select 'receiver', r.capsule_id, 'is seen by others without a yes of its receiver'
    from receivers r join capsules c on c.id = r.capsule_id left join shares s on s.capsule_id = c.id
    where r.allowed_at is null and (c.is_public = 1 or s.token_hash is not null)
  union all
  select 'receiver', r.capsule_id, 'has an address that is never told'
    from receivers r where r.way is not null and r.received_by is null and r.opened_at is null and r.refused_at is null
      and r.notice_at is null;
