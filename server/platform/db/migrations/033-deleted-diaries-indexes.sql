-- compatible
-- concurrently
-- What was deleted, for its owner the newest first, and for the sweep by age; what was hidden, for its owner.
create index concurrently if not exists capsules_deleted on capsules (owner_id, deleted_at desc, id desc) where deleted_at is not null;
create index concurrently if not exists capsules_deleted_by_age on capsules (deleted_at) where deleted_at is not null;
create index concurrently if not exists capsules_put_away on capsules (owner_id, open_at desc, id desc) where hidden;
