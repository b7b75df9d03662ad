-- compatible
-- What runs by itself costs what there is to do, not what is kept (docs/decisions/054). Indexes follow in 027.

-- Until when the contacts of an opened capsule are kept, unless a link of theirs is good for longer; null until it is opened.
alter table capsule_contacts add column over_at timestamptz;
update capsule_contacts k set over_at = c.open_at + interval '90 days'
  from capsules c where c.id = k.capsule_id and c.status = 2;

create function end_contacts() returns trigger language plpgsql as $$
begin
  update capsule_contacts set over_at = new.open_at + interval '90 days' where capsule_id = new.id;
  return null;
end $$;
create trigger capsules_end_contacts after update of status on capsules for each row
  when (new.status = 2 and old.status <> 2) execute function end_contacts();

-- The sweep of old tries has one of its own in 027, which leaves out what counts for ever.
drop index tries_by_age;
