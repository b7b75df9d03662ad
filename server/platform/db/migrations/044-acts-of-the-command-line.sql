-- compatible
-- An act that was typed on the command line is of no operator who signed in (docs/decisions/077). An older version beside this
-- one writes none, and leaves them out of the history.
alter table operator_acts alter column operator_id drop not null;
