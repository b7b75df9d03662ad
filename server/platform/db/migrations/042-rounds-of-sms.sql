-- compatible
-- concurrently
-- SMS of which something is to be asked before have a round of their own (docs/decisions/071): neither reads past the other's,
-- however many wait there.
create index concurrently if not exists messages_sure_sms on messages (next_at, id)
  where channel = 'sms' and state = 'waiting' and doubt_from is null and next_at is not null;
create index concurrently if not exists messages_asked_sms on messages (next_at, id)
  where channel = 'sms' and (state <> 'waiting' or doubt_from is not null) and next_at is not null;
