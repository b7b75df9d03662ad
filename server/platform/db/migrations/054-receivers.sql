-- compatible
-- For whom a capsule was sealed, and who took it (docs/decisions/receivers.md). It lasts as long as its capsule.
create table receivers (
  capsule_id bigint primary key references capsules on delete cascade,
  -- How the sender calls them; boxed with the master key.
  name text not null,
  show_title smallint not null check (show_title in (0, 1)),
  -- Raised when the sender takes it back: what was handed over before leads nowhere.
  generation int not null default 1,
  token_hash bytea not null unique,
  received_by bigint references users,
  received_at timestamptz,
  refused_at timestamptz,
  -- Opened by the receiver, for themselves: its owner's opening stands in capsules.
  opened_at timestamptz,
  hidden boolean not null default false,
  -- When the receiver is told next, and how often they were.
  notice_at timestamptz,
  notice_round int not null default 0,
  check ((received_by is null) = (received_at is null)),
  check (opened_at is null or received_by is not null),
  check (refused_at is null or received_by is null),
  check ((notice_at is not null) = (received_by is not null and opened_at is null))
);
create index receivers_mine on receivers (received_by, capsule_id) where received_by is not null;
create index receivers_due on receivers (notice_at, capsule_id) where notice_at is not null;
create trigger receivers_by_current_key before insert or update of name on receivers
  for each row execute function refuse_retired_boxes('name');

-- Whom it was for stays said, and what was opened stays open for who opened it; only their leaving ends that.
create function keep_receiver() returns trigger language plpgsql as $$
begin
  if new.capsule_id = old.capsule_id and new.show_title = old.show_title
    and (old.opened_at is null or new.received_by is null
      or new.opened_at = old.opened_at and new.received_by = old.received_by) then
    return new;
  end if;
  raise exception 'the receiver of capsule % stays', old.capsule_id using errcode = '42501';
end $$;
create trigger receivers_stay before update on receivers for each row execute function keep_receiver();

create view broken_receivers as
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
    from receivers r join capsules c on c.id = r.capsule_id where c.is_public = 1;

do $$ begin
  execute format(
    'create or replace view broken_invariants as %s union all select rule, id, what from broken_receivers',
    rtrim(pg_get_viewdef('broken_invariants'::regclass), '; '));
end $$;
