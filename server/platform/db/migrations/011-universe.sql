-- What strangers do with what others have opened to everybody.

create table loves (
  user_id bigint not null references users,
  capsule_id bigint not null references capsules on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, capsule_id)
);
create index loves_newest on loves (user_id, created_at desc, capsule_id desc);
create index loves_of_capsule on loves (capsule_id);

create table follows (
  follower_id bigint not null references users,
  followed_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_newest on follows (follower_id, created_at desc, followed_id desc);
create index follows_of on follows (followed_id);

create index capsules_public_of on capsules (owner_id, open_at desc, id desc) where status = 2 and is_public = 1;

-- Counted where it happens, whoever does it: nobody counts a big table to show a number.
create table standings (
  user_id bigint primary key references users,
  public_count integer not null default 0,
  follower_count integer not null default 0,
  followed_count integer not null default 0
);
insert into standings (user_id, public_count)
  select u.id, (select count(*) from capsules c where c.owner_id = u.id and c.status = 2 and c.is_public = 1) from users u;

create function begin_standing() returns trigger language plpgsql as $$
begin
  insert into standings (user_id) values (new.id);
  return null;
end $$;
create trigger users_begin_standing after insert on users for each row execute function begin_standing();

-- Rows are locked in one order, so that those who change the same ones do not wait for each other.
create function count_loves() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from capsules where id in (select capsule_id from changed) order by id for no key update;
  update capsules c set love_count = c.love_count + step * t.n
    from (select capsule_id, count(*) as n from changed group by capsule_id) t where c.id = t.capsule_id;
  return null;
end $$;
create trigger loves_added after insert on loves
  referencing new table as changed for each statement execute function count_loves();
create trigger loves_gone after delete on loves
  referencing old table as changed for each statement execute function count_loves();

create function count_follows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from standings
    where user_id in (select follower_id from changed union select followed_id from changed)
    order by user_id for no key update;
  update standings s set followed_count = s.followed_count + step * t.n
    from (select follower_id, count(*) as n from changed group by follower_id) t where s.user_id = t.follower_id;
  update standings s set follower_count = s.follower_count + step * t.n
    from (select followed_id, count(*) as n from changed group by followed_id) t where s.user_id = t.followed_id;
  return null;
end $$;
create trigger follows_added after insert on follows
  referencing new table as changed for each statement execute function count_follows();
create trigger follows_gone after delete on follows
  referencing old table as changed for each statement execute function count_follows();

-- Search looks for one unbroken piece: every one, two and three characters of a title stand here under the moment by
-- which lists go, so that a common word is found as quickly as a rare one.
create function search_form(text) returns text language sql immutable strict as $$ select lower(normalize($1, nfkc)) $$;
create function grams_of(text) returns setof text language sql immutable strict as $$
  select distinct substr(t.form, i, n)
  from (select search_form($1) as form) t, generate_series(1, char_length(t.form)) i, generate_series(1, 3) n
  where i + n <= char_length(t.form) + 1
$$;
-- Filled before there is an index to keep: several times as quick.
create table title_grams as
  select g as gram, c.open_at, c.id as capsule_id from capsules c, grams_of(c.long_tag) g
  where c.status = 2 and c.is_public = 1 order by 1, 2, 3;
alter table title_grams
  alter gram set not null, alter open_at set not null, alter capsule_id set not null,
  add primary key (gram, open_at, capsule_id),
  add foreign key (capsule_id) references capsules on delete cascade;
create index title_grams_of on title_grams (capsule_id);
create table name_grams as
  select g as gram, u.id as user_id from users u, grams_of(u.nickname) g where u.cancelled_at is null order by 1, 2;
alter table name_grams
  alter gram set not null, alter user_id set not null,
  add primary key (gram, user_id),
  add foreign key (user_id) references users;
create index name_grams_of on name_grams (user_id);

-- A capsule comes into public lists, or goes: whoever shows, hides or deletes it.
create function show_capsule() returns trigger language plpgsql as $$
begin
  update standings set public_count = public_count + 1 where user_id = new.owner_id;
  insert into title_grams select g, new.open_at, new.id from grams_of(new.long_tag) g;
  return null;
end $$;
create function hide_capsule() returns trigger language plpgsql as $$
begin
  update standings set public_count = public_count - 1 where user_id = old.owner_id;
  delete from title_grams where capsule_id = old.id;
  return null;
end $$;
create trigger capsules_shown_new after insert on capsules for each row
  when (new.status = 2 and new.is_public = 1) execute function show_capsule();
create trigger capsules_shown after update of status, is_public on capsules for each row
  when (new.status = 2 and new.is_public = 1 and not (old.status = 2 and old.is_public = 1)) execute function show_capsule();
create trigger capsules_hidden after update of status, is_public on capsules for each row
  when (old.status = 2 and old.is_public = 1 and not (new.status = 2 and new.is_public = 1)) execute function hide_capsule();
create trigger capsules_hidden_gone after delete on capsules for each row
  when (old.status = 2 and old.is_public = 1) execute function hide_capsule();

-- Somebody who has left is looked for by nobody.
create function name_person() returns trigger language plpgsql as $$
begin
  delete from name_grams where user_id = new.id;
  insert into name_grams select g, new.id from grams_of(new.nickname) g where new.cancelled_at is null;
  return null;
end $$;
create trigger users_named_new after insert on users for each row execute function name_person();
create trigger users_named after update of nickname, cancelled_at on users for each row
  when ((old.nickname, old.cancelled_at) is distinct from (new.nickname, new.cancelled_at)) execute function name_person();

-- What somebody looked for last; a word looked for again is the newest.
create table searches (
  id bigint generated by default as identity unique,
  user_id bigint not null references users,
  keyword text not null,
  primary key (user_id, keyword)
);
create index searches_newest on searches (user_id, id desc);

-- A word is hot by how many people look for it, not by how often: one row a person, for as long as it counts.
create table search_votes (
  keyword text not null,
  user_id bigint not null references users,
  at timestamptz not null default now(),
  primary key (keyword, user_id)
);
create index search_votes_by_age on search_votes (at);
create index search_votes_of on search_votes (user_id);
create table hot_words (keyword text primary key, people integer not null);
create index hot_words_most on hot_words (people desc, keyword);

create function count_votes() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into hot_words as h (keyword, people)
    select keyword, step * count(*) from changed group by keyword order by keyword
    on conflict (keyword) do update set people = h.people + excluded.people;
  delete from hot_words h using changed c where h.keyword = c.keyword and h.people <= 0;
  return null;
end $$;
create trigger search_votes_added after insert on search_votes
  referencing new table as changed for each statement execute function count_votes();
create trigger search_votes_gone after delete on search_votes
  referencing old table as changed for each statement execute function count_votes();

create view broken_universe as
  select 'loves' as rule, c.id, 'counts likes that are not there, or not all' as what
    from capsules c where c.love_count <> (select count(*) from loves l where l.capsule_id = c.id)
  union all
  select 'standing', u.id, 'counts other public capsules or ties than there are'
    from users u left join standings s on s.user_id = u.id
    where (s.public_count, s.follower_count, s.followed_count) is distinct from (
      (select count(*) from capsules c where c.owner_id = u.id and c.status = 2 and c.is_public = 1),
      (select count(*) from follows f where f.followed_id = u.id),
      (select count(*) from follows f where f.follower_id = u.id))
  union all
  select 'found', g.capsule_id, 'is found though it is not public, or not by this'
    from title_grams g join capsules c on c.id = g.capsule_id
    where c.status <> 2 or c.is_public <> 1 or g.open_at <> c.open_at or position(g.gram in search_form(c.long_tag)) = 0
  union all
  select 'found', c.id, 'is public and not found'
    from capsules c where c.status = 2 and c.is_public = 1 and c.long_tag <> ''
    and not exists (select from title_grams g where g.capsule_id = c.id)
  union all
  select 'ties', l.user_id, 'has left and still likes, follows or looks for something'
    from users u join (
      select user_id from loves union all select follower_id from follows
      union all select user_id from searches union all select user_id from search_votes
      union all select user_id from name_grams) l on l.user_id = u.id
    where u.cancelled_at is not null;

create or replace view broken_invariants as
  select rule, id, what from broken_capsules union all select rule, id, what from broken_media
  union all select rule, id, what from broken_diaries union all select rule, id, what from broken_opening
  union all select rule, id, what from broken_universe;
