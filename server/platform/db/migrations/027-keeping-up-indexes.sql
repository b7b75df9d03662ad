-- compatible
-- concurrently
-- Guesses at answers count for ever: the sweep of old tries must not read past all of them each time.
create index concurrently if not exists tries_to_sweep on tries (at) where bucket not like 'answers of %';
create index concurrently if not exists capsule_contacts_over on capsule_contacts (coalesce(valid_until, over_at)) where over_at is not null;
create index concurrently if not exists codes_by_age on codes (created_at);
