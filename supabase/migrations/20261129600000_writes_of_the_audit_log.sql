-- A page of the audit log has all entries of its last write.

create index audit_log_write_idx on public.audit_log (write_id, id desc) where write_id is not null;
