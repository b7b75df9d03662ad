-- compatible
-- Diaries that a person brought from elsewhere, and their own archive back (docs/decisions/imports.md).
create table imports (
  user_id bigint not null references users,
  batch_id text not null,
  source text not null,
  created_at timestamptz not null default now(),
  -- Asked to go as one; and when all of it that goes was gone.
  undone_at timestamptz,
  ended_at timestamptz check (ended_at is null or undone_at is not null),
  primary key (user_id, batch_id)
);
create index imports_to_undo on imports (undone_at) where undone_at is not null and ended_at is null;

-- Every entry that was moved in, by its source and the id it has there: never written a second time. Without a capsule when its
-- owner has deleted it, or sealed the draft.
create table imported_entries (
  user_id bigint not null references users,
  source text not null,
  source_id text not null,
  batch_id text not null,
  capsule_id bigint references capsules on delete set null,
  primary key (user_id, source, source_id)
);
create index imported_entries_of_batch on imported_entries (user_id, batch_id);
create index imported_entries_of_capsule on imported_entries (capsule_id) where capsule_id is not null;

alter table capsules add column imported_at timestamptz;

-- Only the call that imports sets it, on an ordinary diary as it begins; nothing sets or takes it afterwards.
create function keep_imported() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.imported_at is not distinct from old.imported_at then return new; end if;
  if tg_op = 'INSERT' and new.type = 1 and new.status = 2 and new.sealed_at is null
    and current_setting('capsule.importing', true) = 'on' then
    return new;
  end if;
  raise exception 'capsule % is not imported', new.id using errcode = '42501';
end $$;
create trigger capsules_begin_imported before insert on capsules
  for each row when (new.imported_at is not null) execute function keep_imported();
create trigger capsules_stay_imported before update of imported_at on capsules
  for each row execute function keep_imported();

-- As in 043; and a diary of an import that is undone goes while it is as it came.
create or replace function keep_sealed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.sealed_at is null and old.status = 0
      or exists (select from users where id = old.owner_id and cancelled_at is not null) then
      return old;
    end if;
    if old.sealed_at is null and old.type = 1 and coalesce(old.kept_until, old.deleted_at + interval '7 days') <= now() then
      if old.imported_at is null then insert into gone_diaries (capsule_id) values (old.id); end if;
      return old;
    end if;
    if old.sealed_at is null and old.type = 1 and old.imported_at is not null and old.revision = 1
      and exists (select from imported_entries e join imports i on i.user_id = e.user_id and i.batch_id = e.batch_id
        where e.capsule_id = old.id and i.undone_at is not null and i.ended_at is null) then
      return old;
    end if;
    raise exception 'capsule % stays', old.id using errcode = '42501';
  end if;
  if new.deleted_at is distinct from old.deleted_at and new.deleted_at is not null
    and (old.deleted_at is not null or new.deleted_at <> now()) then
    raise exception 'capsule % is not deleted at another time', old.id using errcode = '42501';
  end if;
  if new.deleted_at is null then
    new.kept_until := null;
  elsif new.kept_until is distinct from old.kept_until and not coalesce(
    old.deleted_at is null and new.kept_until = 'infinity'
    or old.kept_until = 'infinity' and new.kept_until = now() + interval '7 days', false) then
    raise exception 'capsule % is not kept until then', old.id using errcode = '42501';
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

create or replace view broken_diaries as
  select 'diary' as rule, c.id, 'a diary neither paid for nor imported' as what
    from capsules c where c.type = 1 and c.status = 2 and c.sealed_at is null and c.imported_at is null
    and not exists (select from transactions t where t.scope = 'diary' and t.key = c.id::text and t.user_id = c.owner_id)
  union all
  select 'diary', c.id, 'is imported, and paid for or not known as such'
    from capsules c where c.imported_at is not null
    and (exists (select from transactions t where t.scope = 'diary' and t.key = c.id::text)
      or c.type <> 1 or c.sealed_at is not null
      or not exists (select from imported_entries e where e.capsule_id = c.id and e.user_id = c.owner_id)
        and not exists (select from users u where u.id = c.owner_id and u.cancelled_at is not null))
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
