-- compatible
-- E-mail addresses of contacts are kept in their one form (docs/decisions/016). The end of the boxed address that is known to
-- be so: whoever writes another one and says nothing of it – an older version, a rotation – has it looked at again.
alter table capsule_contacts add column folded text;
