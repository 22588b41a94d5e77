-- The audit log says when an admin approves or declines a client's landing page.

create or replace function private.settle_publish_request(p_page_id uuid, p_state public.publish_request_state, p_note text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  settled public.landing_publish_requests;
  account public.accounts;
begin
  update public.landing_publish_requests as request
  set state = p_state, note = p_note, answered_by = auth.uid(), answered_at = clock_timestamp()
  where request.page_id = p_page_id and request.state = 'waiting'
  returning request.* into settled;
  if settled.page_id is null then return; end if;
  -- An entry of its own: a copy of the row would hold the whole page twice. What its client does isn't in the log.
  if private.has_active_role('admin') then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, before, after)
    select person.id, person.email, 'update', 'landing_publish_requests', settled.page_id::text,
      told.row || jsonb_build_object('state', 'waiting', 'note', null), told.row || jsonb_build_object('state', p_state, 'note', p_note)
    from (select jsonb_build_object('account_id', settled.account_id, 'title', settled.draft ->> 'title') as row) as told
    left join auth.users as person on person.id = auth.uid();
  end if;
  if p_state = 'withdrawn' or settled.requested_by is not distinct from auth.uid() then return; end if;
  select held.* into account from public.accounts as held where held.id = settled.account_id;
  -- Someone who left the account meanwhile isn't told.
  if not settled.requested_by = any (private.team_of(account.id)) then return; end if;
  perform private.notify_users(array[settled.requested_by], 'landing-approval-' || p_state, format('%s:%s', settled.page_id, settled.revision),
    jsonb_strip_nulls(jsonb_build_object(
      'page', settled.draft ->> 'title', 'note', p_note, 'workspace', account.slug, 'pageId', settled.page_id, 'business', account.name
    )));
end
$$;

comment on function private.settle_publish_request(uuid, public.publish_request_state, text) is
'Ends the waiting request of a page, if there is one, notes in the audit log what an admin answered, and tells the person who asked.';
