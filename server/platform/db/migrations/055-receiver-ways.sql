-- compatible
-- The telephone or mailbox by which somebody is told that a capsule waits for them (docs/decisions/receivers.md).
alter table receivers
  add column way text check (way in ('tel', 'email')),
  -- Boxed with the master key; `address_hash` knows it again.
  add column address text,
  add column address_hash bytea,
  add column tell_now smallint not null default 0 check (tell_now in (0, 1)),
  -- When their card was looked at, also where none goes out.
  add column asked_at timestamptz,
  add column bounced_at timestamptz,
  -- The link that their message on the day leads to, and the one by which they say that they want no more.
  add column link_hash bytea,
  add column valid_until timestamptz,
  add column stop_hash bytea,
  add check ((way is null) = (address is null) and (way is null) = (address_hash is null)),
  add check (tell_now = 0 or way is not null);
create index receivers_unasked on receivers (capsule_id) where tell_now = 1 and asked_at is null;
create index receivers_at on receivers (address_hash) where address_hash is not null;
create unique index receivers_link on receivers (link_hash) where link_hash is not null;
create unique index receivers_stop on receivers (stop_hash) where stop_hash is not null;

-- Somebody without an account opens it by the link of their message, and who has an address is told until they open it.
do $$
declare
  rule name;
begin
  for rule in select conname from pg_constraint where conrelid = 'receivers'::regclass and contype = 'c'
    and (pg_get_constraintdef(oid) like '%opened_at IS NULL%' or pg_get_constraintdef(oid) like '%notice_at IS NOT NULL%') loop
    execute format('alter table receivers drop constraint %I', rule);
  end loop;
end $$;
alter table receivers
  add check (opened_at is null or received_by is not null or way is not null),
  add check (notice_at is null or opened_at is null and (received_by is not null or way is not null)),
  add check (notice_at is not null or opened_at is not null or received_by is null);

drop trigger receivers_by_current_key on receivers;
create trigger receivers_by_current_key before insert or update of name, address on receivers
  for each row execute function refuse_retired_boxes('name', 'address');

-- Opened by a link it may be taken afterwards, with the day it was opened.
create or replace function keep_receiver() returns trigger language plpgsql as $$
begin
  if new.capsule_id = old.capsule_id and new.show_title = old.show_title
    and (old.opened_at is null
      or new.opened_at = old.opened_at and (old.received_by is null or new.received_by = old.received_by)
      or old.received_by is not null and new.received_by is null) then
    return new;
  end if;
  raise exception 'the receiver of capsule % stays', old.capsule_id using errcode = '42501';
end $$;

-- A code that was sent to the receiver's address for one who asked: theirs alone, so that nobody uses up another's tries.
create table receive_codes (
  capsule_id bigint not null references receivers on delete cascade,
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  wrong int not null default 0,
  expires_at timestamptz not null,
  primary key (capsule_id, user_id)
);
create index receive_codes_old on receive_codes (expires_at);
-- Senders of whom an address wants nothing more.
create table unwanted_senders (
  address_hash bytea not null,
  sender_id bigint not null references users on delete cascade,
  at timestamptz not null default now(),
  primary key (address_hash, sender_id)
);

alter table messages drop constraint messages_contact_check;
alter table messages
  add constraint messages_contact_check check (contact in ('owner', 'tel', 'email', 'weibo', 'receiver')) not valid;

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
  select 'receiver', r.capsule_id, 'is for somebody and seen by others'
    from receivers r join capsules c on c.id = r.capsule_id where c.is_public = 1
  union all
  select 'receiver', r.capsule_id, 'has an address that is never told'
    from receivers r where r.way is not null and r.received_by is null and r.opened_at is null and r.refused_at is null
      and r.notice_at is null;
