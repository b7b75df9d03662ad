-- The backups of each day (China): when the last try began, how many there were, and since when there is a good one. What
-- lies in a backup says its manifest; this is for whoever watches, and so that of several processes one begins.
create table backups (
  day date primary key,
  tries integer not null default 1,
  began_at timestamptz not null default now(),
  good_at timestamptz,
  what text not null default ''
);

-- Every object that somebody names is read back once a month. `proof`: a keyed hash of its bytes as they were the first
-- time, which stays; `damaged_at`: since when they are not those, or not there.
alter table objects add column proof bytea, add column scrubbed_at timestamptz, add column damaged_at timestamptz;
create index objects_to_scrub on objects (scrubbed_at nulls first) where loose_since is null;
create index objects_damaged on objects (key) where damaged_at is not null;

create function keep_proof() returns trigger language plpgsql as $$
begin
  raise exception 'the proof of object % stays', old.key using errcode = '42501';
end $$;
create trigger objects_keep_proof before update of proof on objects
  for each row when (old.proof is not null and new.proof is distinct from old.proof) execute function keep_proof();
