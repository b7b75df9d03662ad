-- Sealed capsules are listed by when they open, those that can be opened first.
create index capsules_waiting on capsules (owner_id, open_time, id) where status in (1, 3, 4);
create index capsules_approved on capsules (owner_id, open_time, id) where status = 4;
drop index capsules_closed;
