-- compatible
-- 028 has the index that leaves diaries out; what else asks for somebody's opened rows goes by `capsules_written`.
drop index capsules_open;
