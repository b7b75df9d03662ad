-- compatible
-- What others get of a file or a film (docs/decisions/066): null until somebody has looked. An older version beside this one
-- leaves it null.
alter table objects add column given smallint;
