-- Counts a try in a bucket, at most `most[i]` in `within[i]` seconds, and answers 0; or counts nothing and answers the seconds
-- until there is room: until the oldest of the newest `most` leaves the window. One statement, so that a crowd of them holds
-- no connection over five; each of its own sees what others committed while it waited for the lock.
create function take_try(of_bucket text, most integer[], within integer[]) returns double precision
language plpgsql volatile as $$
declare
  wait double precision;
begin
  perform pg_advisory_xact_lock(hashtextextended(of_bucket, 0));
  for i in 1 .. cardinality(most) loop
    select within[i] - extract(epoch from clock_timestamp() - t.at)::float8 into wait
      from tries t
      where t.bucket = of_bucket and t.at > clock_timestamp() - make_interval(secs => within[i])
      order by t.at desc offset most[i] - 1 limit 1;
    if wait > 0 then return wait; end if;
  end loop;
  insert into tries (bucket, at) values (of_bucket, clock_timestamp());
  return 0;
end $$;

-- When somebody was last told that strangers had used up the guesses at their password.
alter table users add column guesses_told_at timestamptz;
alter table operators add column guesses_told_at timestamptz;
