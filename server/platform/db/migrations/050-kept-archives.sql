-- compatible
-- Everybody's archive as it is kept after the end (docs/decisions/sunset.md): made as the others are, and on nobody's page.
alter table archives add column kept boolean not null default false;
create table kept_archives (
  user_id bigint primary key references users (id),
  archive_id bigint not null references archives (id),
  -- Of its files' names and keys; boxed with the master key.
  code text not null,
  -- The address at which the place of the files is given out.
  address text not null,
  parts integer not null default 0,
  bytes bigint not null default 0,
  -- When all of its files were there.
  written_at timestamptz
);
create index kept_archives_not_written on kept_archives (user_id) where written_at is null;
create trigger kept_archives_by_current_key before insert or update of code on kept_archives
  for each row execute function refuse_retired_boxes('code');
