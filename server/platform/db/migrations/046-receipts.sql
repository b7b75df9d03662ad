-- compatible
-- Receipts (docs/decisions/receipts.md). The commitment is written by the statement that seals; an older process writes none, and none
-- is written later. The leaf is its place in the log of that number, from 0.
alter table capsule_contents add column commitment bytea, add column log integer, add column leaf bigint;
create index contents_without_leaf on capsule_contents (capsule_id) where commitment is not null and leaf is null;
create unique index contents_by_leaf on capsule_contents (log, leaf) where leaf is not null;

-- A log of commitments: the newest goes on, the others are read.
create table logs (
  id integer primary key,
  origin text not null unique,
  -- Where it lies in the store.
  name text not null unique,
  -- Where the database lay when somebody last said that this is the one that goes on: a copy elsewhere signs nothing.
  place text not null,
  -- Leaves, of which those in no published checkpoint are shown to nobody.
  size bigint not null default 0,
  -- Why it signs nothing.
  halted text,
  -- Up to when the last process that took it up counts as at work.
  turn integer not null default 0,
  taken_until timestamptz
);
-- The keys that have signed it, the newest last (note verifier keys).
create table log_keys (
  id integer primary key generated always as identity,
  log integer not null references logs (id),
  key text not null unique
);
create table log_tiles (
  log integer not null references logs (id),
  level integer not null,
  index bigint not null,
  hashes bytea not null,
  primary key (log, level, index)
);
create table log_checkpoints (
  log integer not null references logs (id),
  size bigint not null,
  signed_at timestamptz not null,
  note text not null,
  published_at timestamptz,
  primary key (log, size, signed_at)
);
create index log_checkpoints_unpublished on log_checkpoints (log) where published_at is null;

-- What an authority of others says of a day's newest checkpoint: a time-stamp response (RFC 3161) to its note.
create table log_stamps (
  day date primary key,
  note text not null,
  response bytea not null
);

-- As in 032; and a leaf is written once, with nothing else.
create or replace function keep_sealed_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.envelope ->> 'v' = '1' and new.envelope ->> 'v' = '2' and old.head is null
    and (new.capsule_id, new.sealed, new.commitment, new.log, new.leaf)
      is not distinct from (old.capsule_id, old.sealed, old.commitment, old.log, old.leaf) then
    return new;
  end if;
  if tg_op = 'UPDATE' and current_setting('capsule.rotating', true) = 'on'
    and old.envelope ->> 'v' = '2' and old.envelope - 'wraps' = new.envelope - 'wraps'
    and (new.capsule_id, new.sealed, new.head, new.commitment, new.log, new.leaf)
      is not distinct from (old.capsule_id, old.sealed, old.head, old.commitment, old.log, old.leaf) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.commitment is not null and old.leaf is null and num_nonnulls(new.log, new.leaf) = 2
    and (new.capsule_id, new.envelope, new.sealed, new.head, new.commitment)
      is not distinct from (old.capsule_id, old.envelope, old.sealed, old.head, old.commitment) then
    return new;
  end if;
  if exists (select from capsules where id = old.capsule_id and (sealed_at is not null or tg_op = 'DELETE' and status <> 0)) then
    raise exception 'capsule % is sealed', old.capsule_id using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create view broken_receipts as
  select 'receipt' as rule, k.capsule_id as id, 'a commitment of what is not sealed' as what
    from capsule_contents k join capsules c on c.id = k.capsule_id where k.commitment is not null and c.sealed_at is null
  union all
  select 'receipt', k.capsule_id, 'a leaf that is not its commitment'
    from capsule_contents k
    left join log_tiles t on t.log = k.log and t.level = 0 and t.index = k.leaf / 256
    where k.leaf is not null and substring(t.hashes from (k.leaf % 256)::int * 32 + 1 for 32)
      is distinct from sha256('\x00'::bytea || k.commitment);

do $$ begin
  execute format(
    'create or replace view broken_invariants as %s union all select rule, id, what from broken_receipts',
    rtrim(pg_get_viewdef('broken_invariants'::regclass), '; '));
end $$;
