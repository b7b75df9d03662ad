-- Sealed is sealed – but an account that is closed takes its private capsules with it.
create or replace function keep_sealed() returns trigger language plpgsql as $$
begin
  if old.sealed_at is null then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select from users where id = old.owner_id and cancelled_at is not null) then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.id, new.owner_id, new.type, new.content_type, new.long_tag, new.is_lock, new.open_time, new.sealed_at,
         new.created_at, new.questions, new.answers_hash)
      is not distinct from
        (old.id, old.owner_id, old.type, old.content_type, old.long_tag, old.is_lock, old.open_time, old.sealed_at,
         old.created_at, old.questions, old.answers_hash)
    and not (old.status = 2 and new.status <> 2)
    and new.status <> 0 then
    return new;
  end if;
  raise exception 'capsule % is sealed', old.id using errcode = '42501';
end $$;

create index capsules_of_owner on capsules (owner_id);

create or replace view broken_invariants as
  select 'balance' as rule, a.id, format('%s has %s, entries say %s', a.kind, a.balance, coalesce(sum(e.amount), 0)) as what
    from accounts a left join entries e on e.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.seq <> count(e.id)
  union all
  select 'running', e.id, 'an entry does not follow the one before'
    from (select id, balance, amount, coalesce(lag(balance) over (partition by account_id order by seq), 0) as before
          from entries where account_id is not null) e
    where e.balance <> e.before + e.amount or e.balance < 0
  union all
  select 'zero', e.transaction_id, format('%s sums to %s', e.kind, sum(e.amount))
    from entries e group by e.transaction_id, e.kind having sum(e.amount) <> 0
  union all
  select 'paid', c.id, 'a sealed capsule nobody paid for'
    from capsules c where c.sealed_at is not null
    and not exists (select from transactions t where t.scope = 'seal' and t.key = c.id::text and t.user_id = c.owner_id)
  union all
  select 'made', t.id, 'a payment without its capsule'
    from transactions t join users u on u.id = t.user_id and u.cancelled_at is null
    where t.scope = 'seal' and not exists (select from capsules c where c.id::text = t.key)
  union all
  select 'content', c.id, 'a capsule without its content'
    from capsules c where not exists (select from capsule_contents k where k.capsule_id = c.id)
  union all
  select 'movement', t.id, 'a transaction that moves nothing'
    from transactions t where not exists (select from entries e where e.transaction_id = t.id)
  union all
  select 'closed', u.id, 'a closed account still has something of its person'
    from users u where u.cancelled_at is not null
    and (u.tel is not null or u.password_hash is not null
      or exists (select from identities i where i.user_id = u.id)
      or exists (select from sessions s where s.user_id = u.id and s.ended_at is null)
      or exists (select from accounts a where a.owner_id = u.id and a.balance > 0)
      or exists (select from capsules c where c.owner_id = u.id and not (c.status = 2 and c.is_public = 1)))
  union all
  select 'entry', u.id, 'an account nobody can sign in to'
    from users u where u.cancelled_at is null and (u.tel is null or u.password_hash is null)
    and not exists (select from identities i where i.user_id = u.id);
