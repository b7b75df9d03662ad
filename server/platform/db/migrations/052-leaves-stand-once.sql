-- compatible
-- A commitment has one leaf in all logs (docs/decisions/receipts.md): one that stands at two places, or that its row does not know, is found too.
create or replace view broken_receipts as
  select 'receipt' as rule, k.capsule_id as id, 'a commitment of what is not sealed' as what
    from capsule_contents k join capsules c on c.id = k.capsule_id where k.commitment is not null and c.sealed_at is null
  union all
  select 'receipt', k.capsule_id, 'a leaf that is not its commitment'
    from capsule_contents k
    left join log_tiles t on t.log = k.log and t.level = 0 and t.index = k.leaf / 256
    where k.leaf is not null and substring(t.hashes from (k.leaf % 256)::int * 32 + 1 for 32)
      is distinct from sha256('\x00'::bytea || k.commitment)
  union all
  select 'receipt', k.capsule_id, 'a leaf at a place that its commitment does not have'
    from (
      select t.log, t.index * 256 + n as leaf, substring(t.hashes from n * 32 + 1 for 32) as hash
      from log_tiles t cross join lateral generate_series(0, length(t.hashes) / 32 - 1) n where t.level = 0) p
    join capsule_contents k on sha256('\x00'::bytea || k.commitment) = p.hash
    where (k.log, k.leaf) is distinct from (p.log, p.leaf);
