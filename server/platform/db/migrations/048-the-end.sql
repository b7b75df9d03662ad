-- compatible
-- The end of the product (docs/decisions/sunset.md): one row from its announcement on, none before. An older version beside this one
-- knows nothing of it and goes on as ever: announce when none of them runs any more.
create table sunset (
  id integer primary key default 1 check (id = 1),
  announced_at timestamptz not null default now(),
  -- Until then nothing is sent, and it can be taken back.
  tells_from timestamptz not null default now() + interval '1 day',
  -- The day in China from which nothing new is written; and when an operator has ended the writing.
  ends_on date not null,
  readonly_at timestamptz,
  -- How far everybody is told: up to this person, how many, the last one with an SMS, and when nobody was left.
  told_to bigint not null default 0,
  told integer not null default 0,
  sms_to bigint not null default 0,
  told_at timestamptz
);
