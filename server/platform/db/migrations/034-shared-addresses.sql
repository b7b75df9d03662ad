-- compatible
-- concurrently
-- `/s/{token}` finds a capsule by the hash of its token alone; until now a share was looked for by its capsule.
create index concurrently if not exists shares_by_token on shares (token_hash) where token_hash is not null;
