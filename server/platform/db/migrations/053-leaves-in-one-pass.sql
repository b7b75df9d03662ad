-- compatible
-- As in 052, without sorting all leaves: the places of a tile stand beside the capsules that name them, so that only places of no capsule and
-- those of another hash are looked for elsewhere. A commitment that two capsules have names both.
create or replace view broken_receipts as
  with odd as (
    select o.capsule_id, o.hash
    -- A tile is unpacked once, not for each of its leaves.
    from (select log, index, hashes || ''::bytea as hashes from log_tiles where level = 0 offset 0) t
    cross join lateral (
      select k.capsule_id, p.hash
      from (
        select t.index * 256 + n as leaf, substring(t.hashes from n * 32 + 1 for 32) as hash
        from generate_series(0, length(t.hashes) / 32 - 1) n) p
      full join (
        select capsule_id, leaf, sha256('\x00'::bytea || commitment) as hash from capsule_contents
        where log = t.log and leaf between t.index * 256 and t.index * 256 + 255 offset 0) k on k.leaf = p.leaf
      where (k.hash = p.hash) is not true) o),
  twice as (
    select hash from (
      select sha256('\x00'::bytea || commitment) as hash from capsule_contents where commitment is not null
      union all
      select hash from odd) h
    group by hash having count(*) > 1)
  select 'receipt' as rule, k.capsule_id as id, 'a commitment of what is not sealed' as what
    from capsule_contents k join capsules c on c.id = k.capsule_id where k.commitment is not null and c.sealed_at is null
  union all
  select 'receipt', capsule_id, 'a leaf that is not its commitment' from odd where capsule_id is not null
  union all
  -- In no tile: the places are read from their index alone.
  select 'receipt', k.capsule_id, 'a leaf that is not its commitment'
    from (
      select l.log, l.leaf from capsule_contents l
      where l.leaf is not null and not exists (
        select from log_tiles t where t.log = l.log and t.level = 0 and t.index = l.leaf / 256 and l.leaf >= 0)) l
    join capsule_contents k on k.leaf = l.leaf and k.log is not distinct from l.log
  union all
  select 'receipt', k.capsule_id, 'a leaf at a place that its commitment does not have'
    from twice join capsule_contents k on sha256('\x00'::bytea || k.commitment) = twice.hash;
