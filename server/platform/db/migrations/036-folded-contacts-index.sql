-- compatible
-- concurrently
-- What is still to be looked at, and nothing else (server/notice/foldContacts.ts).
create index concurrently if not exists capsule_contacts_unfolded on capsule_contacts (capsule_id) where channel = 'email' and folded is distinct from right(address, 16);
