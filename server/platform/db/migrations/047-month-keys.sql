-- compatible
-- The public keys of months, as they were made away from the server (docs/decisions/sunset.md): one after another, from the first
-- month to the last. Their seed is on paper and never here.
create table month_keys (
  id smallint primary key default 1 check (id = 1),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  last_month text not null check (last_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  keys bytea not null,
  -- As it stands on the sheets.
  digest text not null,
  -- Over all of the above, by the master key of this name. A rotation makes it anew.
  mac bytea not null,
  mac_by text not null,
  taken_at timestamptz not null,
  -- When somebody last said that the sheets make the seed again.
  proven_at timestamptz not null,
  check (octet_length(keys) = 1216 * (1 + 12 * (left(last_month, 4)::int - left(first_month, 4)::int)
    + right(last_month, 2)::int - right(first_month, 2)::int))
);
-- Random bytes become no smaller.
alter table month_keys alter column keys set storage external;

create function refuse_retired_mac() returns trigger language plpgsql as $$
begin
  perform refuse_retired(new.mac_by);
  return new;
end $$;
create trigger month_keys_by_current_key before insert or update of mac, mac_by on month_keys
  for each row execute function refuse_retired_mac();
