-- compatible
-- A start that follows a long pause opens only what was due by the last moment (docs/decisions/069). `opens_at`: when a pause
-- that is held is over by itself; null where a source of time or somebody has to say so. `erases_at`: from when on what was
-- deleted goes for good; null until somebody confirms. An older version beside this one opens nothing while any of it is held.
alter table clock
  add column opens_at timestamptz,
  add column erases_at timestamptz default 'epoch';
alter table clock drop constraint clock_held_check;
alter table clock add constraint clock_held_check check (held in ('jump', 'pause', 'source')) not valid;
