-- A message to a person stands for itself: it is about no capsule, and goes to their own number.
alter table messages add column user_id bigint references users;
alter table messages drop constraint messages_check;
alter table messages
  add check ((capsule_id is null) = (contact is null)),
  add check (num_nonnulls(capsule_id, user_id) <= 1),
  add check ((occasion is null) = (num_nonnulls(capsule_id, user_id) = 0));
create unique index messages_once_a_person on messages (user_id, occasion) where user_id is not null;

-- What is said to an owner and what to others has a name each.
update messages set template = 'questionsOwner' where template = 'questions' and contact = 'owner';

create or replace view broken_opening as
  select 'notice' as rule, m.id, 'counts as sent, but no provider took it' as what
    from messages m where m.state = 'sent' and m.occasion is not null
    and not exists (select from attempts a where a.message_id = m.id and a.outcome = 'sent')
  union all
  select 'notice', m.id, 'waits for nothing'
    from messages m where m.state in ('waiting', 'sending') and m.occasion is not null and m.next_at is null
  union all
  select 'review', c.id, 'waits without an application'
    from capsules c where c.status = 3
    and not exists (select from applications a where a.capsule_id = c.id and a.state = 'waiting')
  union all
  select 'review', a.capsule_id, 'an application nobody waits for'
    from applications a join capsules c on c.id = a.capsule_id where a.state = 'waiting' and c.status <> 3
  union all
  select 'review', c.id, 'may be opened early without enough operators having said so'
    from capsules c where c.status = 4 and not exists (
      select from applications a where a.capsule_id = c.id and a.state = 'approved'
      and (select count(*) from application_decisions d where d.application_id = a.id and d.approve = 1) > c.is_lock)
  union all
  select 'early', c.id, 'was opened before its time without an approval'
    from capsules c where c.status = 2 and c.sealed_at is not null and c.opened_by is not null and c.open_at < c.open_time
    and not exists (select from applications a where a.capsule_id = c.id and a.state = 'approved');
