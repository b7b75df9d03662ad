-- The master key can be rotated (docs/decisions/047). An entry may keep something, locked with the key of its fingerprint:
-- 'hmac' the keys of the hashes, which survive a rotation. 'retired NAME' is a master key that must not write any more.
alter table keyring add column boxed bytea;

-- Refuses what was locked with a retired master key; one that is not named (version 1) once there was any rotation. The
-- lock is shared by all who write and held until they have committed: whoever retires a key has it alone for a moment, so
-- that nothing of an older key is under way afterwards. As busy (55P03): tried again it is locked with today's key.
create function refuse_retired(by text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7203411961);
  if exists (select from keyring where key_id = 'retired ' || by)
    or by = '' and exists (select from keyring where key_id like 'retired %') then
    raise exception 'locked with a master key that was rotated away' using errcode = '55P03';
  end if;
end $$;

create function refuse_retired_envelope() returns trigger language plpgsql as $$
begin
  perform refuse_retired(coalesce(substr(new.envelope #>> '{wraps,0,kid}', 8), ''));
  return new;
end $$;
create trigger contents_by_current_key before insert or update of envelope on capsule_contents
  for each row execute function refuse_retired_envelope();

create function refuse_retired_wrap() returns trigger language plpgsql as $$
begin
  perform refuse_retired(case length(new.wrap) when 60 then '' else encode(substring(new.wrap from 1 for 4), 'hex') end);
  return new;
end $$;
create trigger objects_by_current_key before insert or update of wrap on objects
  for each row when (new.wrap is not null and new.sealed_in is null) execute function refuse_retired_wrap();

-- The arguments are the columns that hold boxed texts: 'v2.', the key's name, the text.
create function refuse_retired_boxes() returns trigger language plpgsql as $$
declare
  boxed text;
begin
  foreach boxed in array tg_argv loop
    boxed := to_jsonb(new) ->> boxed;
    if boxed like 'v2.%' then perform refuse_retired(split_part(boxed, '.', 2)); end if;
    if boxed like 'v1.%' then perform refuse_retired(''); end if;
  end loop;
  return new;
end $$;
create trigger contacts_by_current_key before insert or update of address on capsule_contacts
  for each row execute function refuse_retired_boxes('address');
create trigger replies_by_current_key before insert or update of text on capsule_replies
  for each row execute function refuse_retired_boxes('text');
create trigger messages_by_current_key before insert or update of address, params, text on messages
  for each row when (num_nonnulls(new.address, new.params, new.text) > 0)
  execute function refuse_retired_boxes('address', 'params', 'text');
create trigger operators_by_current_key before insert or update of totp_secret, totp_next on operators
  for each row execute function refuse_retired_boxes('totp_secret', 'totp_next');

-- Sealed is sealed; but its lock may be renewed from version 1, and made anew with another master key by a transaction that
-- says so. In both cases not a byte of what it holds is another one.
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
  if exists (select from capsules where id = old.capsule_id and sealed_at is not null) then
    raise exception 'capsule % is sealed', old.capsule_id using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- A loose upload's lock changes when it is sealed, goes when its person does, and is made anew by a rotation alone.
create function keep_loose_wrap() returns trigger language plpgsql as $$
begin
  if current_setting('capsule.rotating', true) is distinct from 'on' then
    raise exception 'the lock of object % stays', old.key using errcode = '42501';
  end if;
  return new;
end $$;
create trigger objects_keep_wrap before update of wrap on objects for each row
  when (old.wrap is not null and new.wrap is not null and new.wrap <> old.wrap and new.sealed_in is null)
  execute function keep_loose_wrap();
