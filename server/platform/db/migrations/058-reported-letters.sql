-- compatible
-- A letter that its receiver reported after opening it: operators see it for that alone.
alter table cases drop constraint cases_kind_check;
alter table cases
  add constraint cases_kind_check check (kind in ('capsule', 'user', 'nickname', 'avatar', 'letter')) not valid;
