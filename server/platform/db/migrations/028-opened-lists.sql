-- compatible
-- concurrently
-- One's opened capsules without the diaries, which are open from the start: whoever has written ten thousand of them and opened
-- five capsules reads five rows. It takes the place of `capsules_open`, which goes with 029.
create index concurrently if not exists capsules_opened on capsules (owner_id, open_at desc, id desc) where status = 2 and sealed_at is not null;
