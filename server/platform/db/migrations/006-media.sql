-- What people uploaded. The bytes lie in the store (a folder or a bucket); this row says whose they are and who may
-- still need them. Nothing is deleted while a capsule or a profile names it.
create table objects (
  key text primary key,
  owner_id bigint not null references users,
  size bigint not null check (size > 0),
  -- What the bytes are by their beginning; how long a video is; when they were looked at as a whole.
  mime text not null,
  duration_ms bigint,
  checked_at timestamptz,
  -- The object's own key, locked by the master key, or by the capsule's once it is sealed. Null in a bucket.
  wrap bytea,
  sealed_in bigint references capsules,
  avatar_of bigint references users,
  created_at timestamptz not null default now(),
  -- Nobody names it since; after a week it is doomed, and gone an hour later unless somebody named it meanwhile.
  loose_since timestamptz default now(),
  doomed_at timestamptz
);
create index objects_of_owner on objects (owner_id) include (size);
create unique index objects_avatar on objects (avatar_of) where avatar_of is not null;
create index objects_sealed on objects (sealed_in) where sealed_in is not null;
create index objects_loose on objects (loose_since) where loose_since is not null;

-- Which capsules – drafts, sealed, opened – name an object.
create table capsule_media (
  capsule_id bigint not null references capsules on delete cascade,
  key text not null references objects,
  primary key (capsule_id, key)
);
create index capsule_media_by_key on capsule_media (key);

-- An object that no capsule names any more is loose from then on.
create function loosen_objects() returns trigger language plpgsql as $$
begin
  -- First the rows, in the order in which everybody takes them; then a statement that sees what was committed meanwhile.
  perform from objects where key in (select key from dropped) order by key for no key update;
  update objects o set loose_since = now()
    where o.key in (select key from dropped) and o.avatar_of is null
    and not exists (select from capsule_media m where m.key = o.key);
  return null;
end $$;
create trigger capsule_media_loosen after delete on capsule_media
  referencing old table as dropped for each statement execute function loosen_objects();

-- Sealed is sealed, for media as well; an account that is closed takes its own with it.
create function keep_sealed_object() returns trigger language plpgsql as $$
begin
  if old.sealed_in is null
    or exists (select from users where id = old.owner_id and cancelled_at is not null) then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'UPDATE'
    and (new.key, new.owner_id, new.size, new.mime, new.duration_ms, new.wrap, new.sealed_in, new.avatar_of)
      is not distinct from
        (old.key, old.owner_id, old.size, old.mime, old.duration_ms, old.wrap, old.sealed_in, old.avatar_of) then
    return new;
  end if;
  raise exception 'object % is sealed', old.key using errcode = '42501';
end $$;
create trigger objects_keep_sealed before update or delete on objects
  for each row execute function keep_sealed_object();

create function keep_sealed_media() returns trigger language plpgsql as $$
begin
  if exists (select from capsules c join users u on u.id = c.owner_id
    where c.id = old.capsule_id and c.sealed_at is not null and u.cancelled_at is null) then
    raise exception 'capsule % is sealed', old.capsule_id using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger capsule_media_keep_sealed before update or delete on capsule_media
  for each row execute function keep_sealed_media();

-- A capsule its owner shows to whoever has the link: the token is derived, only its hash is kept.
create table shares (
  capsule_id bigint primary key references capsules on delete cascade,
  generation integer not null default 1,
  token_hash bytea,
  created_at timestamptz not null default now()
);

-- From here on each part of the product brings its own promises; the view of all of them is their union.
alter view broken_invariants rename to broken_capsules;

create view broken_media as
  select 'media' as rule, m.capsule_id as id, format('%s is not locked in its capsule', m.key) as what
    from capsule_media m join capsules c on c.id = m.capsule_id join objects o on o.key = m.key
    where c.sealed_at is not null and o.sealed_in is distinct from c.id
  union all
  select 'media', o.sealed_in, format('%s is locked in a capsule that does not name it', o.key)
    from objects o where o.sealed_in is not null
    and not exists (select from capsule_media m where m.capsule_id = o.sealed_in and m.key = o.key)
  union all
  select 'media', o.owner_id, format('%s is named and would be cleared', o.key)
    from objects o where (o.loose_since is not null or o.doomed_at is not null)
    and (o.avatar_of is not null or exists (select from capsule_media m where m.key = o.key))
  union all
  select 'media', o.owner_id, format('%s is named by nobody and would stay', o.key)
    from objects o where o.loose_since is null and o.avatar_of is null
    and not exists (select from capsule_media m where m.key = o.key)
  union all
  select 'media', m.capsule_id, format('%s is somebody else''s', m.key)
    from capsule_media m join capsules c on c.id = m.capsule_id join objects o on o.key = m.key
    where o.owner_id <> c.owner_id;

create view broken_invariants as
  select rule, id, what from broken_capsules union all select rule, id, what from broken_media;
