-- compatible
-- What its owner does not want to see any more (docs/decisions/060): an ordinary diary can be deleted, and is gone seven days
-- later; an opened capsule can be hidden from its owner's lists. Indexes follow in 033. An older version beside this one still
-- shows what was deleted, and deletes nothing.
alter table capsules
  add column deleted_at timestamptz,
  add column hidden boolean not null default false;
-- Not validated: no row is of either kind yet.
alter table capsules
  add constraint capsules_deleted_diary
    check (deleted_at is null or (type = 1 and status = 2 and sealed_at is null and is_public = 0)) not valid,
  add constraint capsules_hidden_opened check (not hidden or (status = 2 and sealed_at is not null)) not valid;

-- Which diaries are gone, so that what was paid for them is still explained. Written by the guard below alone.
create table gone_diaries (
  capsule_id bigint primary key,
  gone_at timestamptz not null default now()
);

-- Sealed is sealed, and what was written stays: a draft may go, what is private of an account that is closed, and an ordinary
-- diary seven days after its owner deleted it. When that was is the moment it was said, never another; and a diary does not
-- become a draft, or somebody else's, to go sooner.
create or replace function keep_sealed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.sealed_at is null and old.status = 0
      or exists (select from users where id = old.owner_id and cancelled_at is not null) then
      return old;
    end if;
    if old.sealed_at is null and old.type = 1 and old.deleted_at <= now() - interval '7 days' then
      insert into gone_diaries (capsule_id) values (old.id);
      return old;
    end if;
    raise exception 'capsule % stays', old.id using errcode = '42501';
  end if;
  if new.deleted_at is distinct from old.deleted_at and new.deleted_at is not null
    and (old.deleted_at is not null or new.deleted_at <> now()) then
    raise exception 'capsule % is not deleted at another time', old.id using errcode = '42501';
  end if;
  if old.sealed_at is null and (old.status <> 2
    or new.status = 2 and (new.id, new.owner_id, new.type) is not distinct from (old.id, old.owner_id, old.type)) then
    return new;
  end if;
  if old.sealed_at is not null and (new.id, new.owner_id, new.type, new.content_type, new.long_tag, new.is_lock, new.open_time, new.sealed_at,
         new.created_at, new.questions, new.answers_hash)
      is not distinct from
        (old.id, old.owner_id, old.type, old.content_type, old.long_tag, old.is_lock, old.open_time, old.sealed_at,
         old.created_at, old.questions, old.answers_hash)
    and not (old.status = 2 and new.status <> 2)
    and new.status <> 0 then
    return new;
  end if;
  raise exception 'capsule % is sealed', old.id using errcode = '42501';
end $$;

create function begin_undeleted() returns trigger language plpgsql as $$
begin
  raise exception 'capsule % begins deleted', new.id using errcode = '42501';
end $$;
create trigger capsules_begin_undeleted before insert on capsules
  for each row when (new.deleted_at is not null) execute function begin_undeleted();

-- As in 022; and what is in a diary goes with its diary, not before it.
create or replace function keep_sealed_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.envelope ->> 'v' = '1' and new.envelope ->> 'v' = '2' and old.head is null
    and (new.capsule_id, new.sealed) is not distinct from (old.capsule_id, old.sealed) then
    return new;
  end if;
  if tg_op = 'UPDATE' and current_setting('capsule.rotating', true) = 'on'
    and old.envelope ->> 'v' = '2' and old.envelope - 'wraps' = new.envelope - 'wraps'
    and (new.capsule_id, new.sealed, new.head) is not distinct from (old.capsule_id, old.sealed, old.head) then
    return new;
  end if;
  if exists (select from capsules where id = old.capsule_id and (sealed_at is not null or tg_op = 'DELETE' and status <> 0)) then
    raise exception 'capsule % is sealed', old.capsule_id using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create or replace view broken_diaries as
  select 'diary' as rule, c.id, 'a diary nobody paid for' as what
    from capsules c where c.type = 1 and c.status = 2 and c.sealed_at is null
    and not exists (select from transactions t where t.scope = 'diary' and t.key = c.id::text and t.user_id = c.owner_id)
  union all
  select 'diary', t.id, 'a payment without its diary'
    from transactions t join users u on u.id = t.user_id and u.cancelled_at is null
    where t.scope = 'diary' and not exists (select from capsules c where c.id::text = t.key)
    and not exists (select from gone_diaries g where g.capsule_id::text = t.key)
  union all
  select 'diary', c.id, 'open without having been sealed, and no diary'
    from capsules c where c.status = 2 and c.sealed_at is null and c.type <> 1
  union all
  select 'diary', c.id, format('%s is locked in another capsule', o.key)
    from capsules c join capsule_media m on m.capsule_id = c.id join objects o on o.key = m.key
    where c.type = 1 and c.status = 2 and c.sealed_at is null and o.sealed_in is not null
  union all
  select 'diary', g.capsule_id, 'is gone, and there'
    from gone_diaries g join capsules c on c.id = g.capsule_id
  union all
  select 'daily', t.id, 'a reward without a diary paid for by its person'
    from transactions t where t.scope = 'daily'
    and not exists (select from entries e join accounts a on a.id = e.account_id
      where a.owner_id = t.user_id and a.kind = 'diary' and e.amount < 0);
