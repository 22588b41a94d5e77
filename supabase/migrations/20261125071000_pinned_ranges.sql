-- The functions that PostgreSQL made with a type of ours pin their search_path, too.

alter function private.person_range(uuid, uuid) set search_path = '';
alter function private.person_range(uuid, uuid, text) set search_path = '';
alter function private.person_multirange() set search_path = '';
alter function private.person_multirange(private.person_range) set search_path = '';
alter function private.person_multirange(private.person_range[]) set search_path = '';
