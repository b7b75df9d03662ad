-- compatible
-- A database that went back is noticed (docs/decisions/053). `name`: under which its last moment is kept outside it.
-- `releases`: how often somebody said that all is well; `timeline`: a server's, which a failover and a restore raise.
alter table clock
  add column name uuid not null default gen_random_uuid(),
  add column releases integer not null default 0,
  add column timeline bigint;

-- When each process looked last. One that finds less here than it wrote knows that commits were lost.
create table clock_looks (
  process uuid primary key,
  at timestamptz not null
);

-- Whether the provider has it under the name of its id and its moment; by its id alone before, which a restored database
-- gives to another message.
alter table attempts add column named boolean not null default false;
