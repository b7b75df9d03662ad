-- compatible
-- A capsule for somebody outlives its sender's account where they wish so (docs/decisions/receivers.md). Nobody is left whom its
-- own schedule would tell: one that is sealed may be without a next notice then, and the view says when it may not. An older
-- version beside this one always leaves one.
alter table capsules drop constraint capsules_check2;
alter table capsules add constraint capsules_sealed_notice check (notice_at is null or status in (1, 3, 4)) not valid;

-- As in 005; and what is for somebody may stay when its owner has left.
create or replace view broken_capsules as
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
      or exists (select from capsules c where c.owner_id = u.id and not (c.status = 2 and c.is_public = 1)
        and not exists (select from receivers r where r.capsule_id = c.id)))
  union all
  select 'entry', u.id, 'an account nobody can sign in to'
    from users u where u.cancelled_at is null and (u.tel is null or u.password_hash is null)
    and not exists (select from identities i where i.user_id = u.id);

create view broken_letters as
  select 'letter' as rule, c.id, 'is sealed and would never be told of' as what
    from capsules c join users u on u.id = c.owner_id
    where c.status in (1, 3, 4) and c.notice_at is null and u.cancelled_at is null
  union all
  select 'letter', c.id, 'its owner has left, and is waited for or told of it'
    from capsules c join users u on u.id = c.owner_id
    where u.cancelled_at is not null and (c.notice_at is not null or c.status in (3, 4))
  union all
  select 'letter', r.capsule_id, 'nobody wants it, and its owner has left'
    from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
    where r.refused_at is not null and u.cancelled_at is not null
  union all
  select 'letter', k.capsule_id, 'its owner has left, and others are named beside its receiver'
    from capsule_contacts k join capsules c on c.id = k.capsule_id join users u on u.id = c.owner_id
    where u.cancelled_at is not null
  union all
  select 'letter', r.capsule_id, 'was received by somebody who has left'
    from receivers r join users u on u.id = r.received_by where u.cancelled_at is not null;

do $$ begin
  execute format(
    'create or replace view broken_invariants as %s union all select rule, id, what from broken_letters',
    rtrim(pg_get_viewdef('broken_invariants'::regclass), '; '));
end $$;
