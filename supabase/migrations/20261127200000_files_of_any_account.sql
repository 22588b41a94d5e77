-- Requests to the storage name no account, so the file's own account decides who reads it.
create function private.reads_form_file(p_path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.folder_id(p_path);
begin
  return exists (
    select from public.landing_submission_files as file
    join public.landing_submissions as sent on sent.id = file.submission_id
    left join public.leads as lead on lead.id = sent.lead_id
    where file.path = p_path and file.account_id = account and (
      private.reads_pages_of(account)
      or private.may_enter(account) and (
        lead.user_id = auth.uid() or lead.id is not null and lead.user_id is null
        or coalesce(private.account_role_of_caller(account) in ('owner', 'member'), false)
      )
    )
  );
end
$$;

comment on function private.reads_form_file(text) is
'Whether the caller reads the pages of the file''s account, or sees the lead that sent it. The account is the file''s own, because requests to the storage name none.';

grant execute on function private.reads_form_file(text) to authenticated;

drop policy "People read the content of such files" on storage.objects;
create policy "People read the content of such files" on storage.objects
for select to authenticated using (bucket_id = 'submissions' and (select private.reads_form_file(name)));

