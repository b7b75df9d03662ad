-- compatible
-- What the person a capsule was for has answered, once (docs/decisions/receivers.md). It lasts as long as its capsule and its writer.
create table answers (
  capsule_id bigint primary key references capsules on delete cascade,
  writer_id bigint not null references users,
  -- Boxed with the master key.
  text text not null,
  written_at timestamptz not null default now()
);
create index answers_written on answers (writer_id);
create trigger answers_by_current_key before insert or update of text on answers
  for each row execute function refuse_retired_boxes('text');

-- A capsule that was sealed in answer to one that its sender had received, and with which capsule the two began: that one may be gone by now.
create table capsules_back (
  capsule_id bigint primary key references capsules on delete cascade,
  first_id bigint not null,
  check (first_id <> capsule_id)
);
create index capsules_back_first on capsules_back (first_id, capsule_id);

create view broken_answers as
  select 'answer' as rule, a.capsule_id as id, 'was not written by the one who opened it' as what
    from answers a left join receivers r on r.capsule_id = a.capsule_id and r.received_by = a.writer_id
    where r.opened_at is null
  union all
  select 'answer', b.capsule_id, 'a capsule back that is for nobody'
    from capsules_back b left join receivers r on r.capsule_id = b.capsule_id where r.capsule_id is null;

do $$ begin
  execute format(
    'create or replace view broken_invariants as %s union all select rule, id, what from broken_answers',
    rtrim(pg_get_viewdef('broken_invariants'::regclass), '; '));
end $$;
