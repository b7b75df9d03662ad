-- compatible
-- A diary that was written without a network bears the moment it was written; this is when it reached us, where that was later.
alter table capsules add column received_at timestamptz;
