-- Each side of a movement may be named in words of its own: a gift is one thing to its giver and another to its receiver.
alter table entries add column reason text;

-- A partial index is no key that others could refer to: changing a number keeps nobody waiting who merely names the
-- person, as every new row of theirs does.
alter table users drop constraint users_tel_key;
create unique index users_tel_key on users (tel) where tel is not null;
