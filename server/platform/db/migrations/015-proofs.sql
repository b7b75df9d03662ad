-- When whoever signed in has last shown that it is them: by signing in, or again.
alter table sessions add column proved_at timestamptz not null default now();
alter table users add column notify_sign_in smallint not null default 0 check (notify_sign_in in (0, 1));
