-- compatible
-- A diary that was deleted while the time was in doubt bears a moment that says nothing (docs/decisions/069). `kept_until`: null
-- for seven days from `deleted_at`; infinity until the time is right; then seven days from there.
alter table capsules add column kept_until timestamptz;
alter table capsules add constraint capsules_kept_deleted check (kept_until is null or deleted_at is not null) not valid;

-- As in 032; and what is kept longer is not gone sooner. Restored by whoever does not know of it, it is kept no longer.
create or replace function keep_sealed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.sealed_at is null and old.status = 0
      or exists (select from users where id = old.owner_id and cancelled_at is not null) then
      return old;
    end if;
    if old.sealed_at is null and old.type = 1 and coalesce(old.kept_until, old.deleted_at + interval '7 days') <= now() then
      insert into gone_diaries (capsule_id) values (old.id);
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
