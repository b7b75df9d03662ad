-- compatible
-- What the database lost when it went back (docs/decisions/071). `from_at`: the last moment it still knows; `held_at`: when
-- sending was held; in between anything may have gone out. `writings`: how many acknowledged ones are not there any more, null
-- while nobody could say.
create table losses (
  id bigint generated always as identity primary key,
  from_at timestamptz not null,
  held_at timestamptz not null,
  released_at timestamptz,
  writings integer
);
-- One is open until somebody has confirmed, whatever processes find it.
create unique index losses_open on losses ((true)) where released_at is null;

-- Which ones, by id and kind alone. The person may have been lost with them, so nothing is referred to.
create table lost_writings (
  loss_id bigint not null references losses,
  user_id bigint not null,
  kind text not null,
  row_id text not null,
  at timestamptz not null,
  primary key (loss_id, kind, row_id, user_id)
);
create index lost_writings_by_age on lost_writings (at);

-- Since when a message may have gone out without a trace here: its provider is asked before it is sent. `silences`: how often
-- it did not say; what failed before is no question, and counts in `tries` alone.
alter table messages add column doubt_from timestamptz, add column silences integer not null default 0;
