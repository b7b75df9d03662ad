-- compatible
-- Whether a code was sent for the person the number belongs to, or for anybody else (docs/decisions/042). An older version beside
-- this one sends all as for strangers.
alter table codes add column own boolean not null default false;
