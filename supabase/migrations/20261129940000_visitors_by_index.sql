-- The visitors of a day come faster than their statistics, and then a plan would read all of them.
alter function private.record_landing_views(jsonb) set enable_seqscan = off;
