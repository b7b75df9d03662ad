-- The operator's daily message, by which one sees that messages go out at all: about no capsule, to nobody with an account.
-- Its occasion is the day in China; once a day by each channel, however many processes plan it.
alter table messages drop constraint messages_check2;
alter table messages add constraint messages_occasion
  check ((occasion is null) = (num_nonnulls(capsule_id, user_id) = 0 and template <> 'canary'));
create unique index messages_canary on messages (channel, occasion) where template = 'canary';
