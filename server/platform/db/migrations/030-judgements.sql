-- compatible
-- What became of a prediction, by the judgement of its owner (docs/decisions/059).
create table forecast_judgements (
  capsule_id bigint primary key references capsules on delete cascade,
  user_id bigint not null references users,
  -- 1 came true, 2 did not, 3 in part, 4 cannot be said.
  result smallint not null check (result between 1 and 4),
  -- How sure its owner was, as it was sealed with the prediction: it comes here once that is open.
  confidence smallint check (confidence between 50 and 99),
  -- It was opened on its day or later; what was opened before never counts.
  counts boolean not null,
  -- The owner's line, encrypted; empty without one.
  text text not null,
  judged_at timestamptz not null default now()
);
create index forecast_judgements_counted on forecast_judgements (user_id) include (result, confidence) where counts;

-- Nobody judges what is not open, what is no prediction, or what is another's; and what was early never becomes in time.
create function judge_opened() returns trigger language plpgsql as $$
begin
  if not exists (select from capsules c where c.id = new.capsule_id and c.owner_id = new.user_id and c.type = 2
    and c.status = 2 and c.sealed_at is not null and new.counts = coalesce(c.open_at >= c.open_time, false)) then
    raise exception 'capsule % cannot be judged like this', new.capsule_id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger judgements_of_opened before insert or update on forecast_judgements
  for each row execute function judge_opened();

create trigger judgements_by_current_key before insert or update of text on forecast_judgements
  for each row execute function refuse_retired_boxes('text');

-- Whether others see the record of somebody's predictions. The check looks at new rows alone.
alter table users add column show_forecasts smallint not null default 0;
alter table users add constraint users_show_forecasts check (show_forecasts in (0, 1)) not valid;
