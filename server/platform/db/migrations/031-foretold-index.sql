-- compatible
-- concurrently
-- Somebody's predictions are counted from the index alone, whatever else they have sealed.
create index concurrently if not exists capsules_foretold on capsules (owner_id) include (status, open_at, open_time) where type = 2 and sealed_at is not null;
