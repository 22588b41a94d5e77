create function private.pick_from_pool(p_pool text, p_account uuid, p_candidates uuid[], p_at timestamptz) returns uuid
language sql volatile security definer
set search_path = ''
as $$ select p_candidates[1] $$;

comment on function private.pick_from_pool(text, uuid, uuid[], timestamptz) is 'Placeholder.';
