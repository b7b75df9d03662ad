-- The little that lists show of a capsule, encrypted like the rest; null in what version 1 wrote until it is rewrapped.
alter table capsule_contents add column head bytea;
create index contents_of_version_1 on capsule_contents (capsule_id) where envelope ->> 'v' = '1';

-- Sealed is sealed; but the lock around it may be renewed, once, as long as not a byte of what it holds is another one.
create or replace function keep_sealed_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.envelope ->> 'v' = '1' and new.envelope ->> 'v' = '2' and old.head is null
    and (new.capsule_id, new.sealed) is not distinct from (old.capsule_id, old.sealed) then
    return new;
  end if;
  if exists (select from capsules where id = old.capsule_id and sealed_at is not null) then
    raise exception 'capsule % is sealed', old.capsule_id using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
