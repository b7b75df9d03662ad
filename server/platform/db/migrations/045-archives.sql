-- compatible
-- An archive that a person has asked for (docs/decisions/archive.md). The made objects are in the store, under its id.
create table archives (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  -- Rows of the person that are in it, and how many of them are done; the bytes of all that was made or read so far.
  total integer not null default 0,
  done integer not null default 0,
  bytes bigint not null default 0,
  -- Where the making goes on.
  progress jsonb not null default '{}',
  missing jsonb not null default '[]',
  parts jsonb not null default '[]',
  -- How often a process took it up, and until when the last one counts as at work. Made objects bear the number of their turn.
  turn integer not null default 0,
  taken_until timestamptz,
  ready_at timestamptz,
  failed_at timestamptz,
  ended_at timestamptz,
  -- When its made objects were removed.
  cleared_at timestamptz
);
create unique index archives_in_making on archives (user_id)
  where ready_at is null and failed_at is null and ended_at is null;
create index archives_of_person on archives (user_id, id desc);
create index archives_not_cleared on archives (id) where cleared_at is null;
