-- Files that visitors send with a form. The function stores them in the private bucket first, then the form takes them. A file that
-- no form took within a day is deleted.

create table public.landing_submission_files (
  path text primary key check (char_length(path) <= 200),
  submission_id uuid not null references public.landing_submissions (id) on delete cascade,
  account_id uuid not null references public.accounts (id),
  field text not null check (char_length(field) <= 100),
  name text not null check (char_length(name) <= 200),
  type text not null check (char_length(type) <= 200),
  bytes integer not null check (bytes between 1 and 10485760),
  created_at timestamptz not null default now()
);

comment on table public.landing_submission_files is 'Files that visitors sent with forms of landing pages.';
comment on column public.landing_submission_files.path is 'The file in the bucket submissions, in the folder of the account.';
comment on column public.landing_submission_files.submission_id is 'The form that it came with.';
comment on column public.landing_submission_files.account_id is 'The account of the form.';
comment on column public.landing_submission_files.field is 'The name of the form''s field.';
comment on column public.landing_submission_files.name is 'The name that the file had on the visitor''s device.';
comment on column public.landing_submission_files.type is 'Its type, as found in its content.';
comment on column public.landing_submission_files.bytes is 'Its size.';
comment on column public.landing_submission_files.created_at is 'When it was sent.';

create index landing_submission_files_submission_id_idx on public.landing_submission_files (submission_id);
create index landing_submission_files_account_id_idx on public.landing_submission_files (account_id, created_at);

alter table public.landing_submission_files enable row level security;

call private.require_sufficient_sessions('public.landing_submission_files');

grant select, insert, update, delete on public.landing_submission_files to service_role;
grant select on public.landing_submission_files to authenticated;

create function private.lead_of_submission(p_submission_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$ select sent.lead_id from public.landing_submissions as sent where sent.id = p_submission_id $$;

comment on function private.lead_of_submission(uuid) is 'The lead of a landing page''s form. Who sees the lead is decided by its own policy.';

grant execute on function private.lead_of_submission(uuid) to authenticated;

create policy "People read the files of forms and leads that they see" on public.landing_submission_files
for select to authenticated using (
  account_id = (select private.pages_workspace())
  or account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = (select private.lead_of_submission(submission_id)))
);

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

create policy "People read the content of such files" on storage.objects
for select to authenticated using (bucket_id = 'submissions' and (select private.reads_form_file(name)));

create table private.unsent_form_files (
  path text primary key check (char_length(path) <= 2000),
  stored_at timestamptz not null default now()
);

comment on table private.unsent_form_files is 'Files in the bucket submissions that no form took yet.';

create index unsent_form_files_stored_at_idx on private.unsent_form_files (stored_at);

alter table private.unsent_form_files enable row level security;

create function private.note_form_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Floods of files must not fill the disk. A form with files of an account is refused for the rest of the day.
  if (
    select count(*) from public.landing_submission_files as file
    where file.account_id = private.folder_id(new.name) and file.created_at > now() - interval '1 day'
  ) + (select count(*) from private.unsent_form_files as held where starts_with(held.path, split_part(new.name, '/', 1))) >= 500 then
    perform private.refuse('too_many_files', 'PT429', 'Visitors sent too many files today');
  end if;
  insert into private.unsent_form_files (path) values (new.name) on conflict do nothing;
  return null;
end
$$;

comment on function private.note_form_file() is 'Trigger: notes a file until a form takes it. PT429: 500 files of an account in a day.';

create trigger note_form_file after insert on storage.objects
for each row when (new.bucket_id = 'submissions') execute function private.note_form_file();

create function private.remove_form_files(p_paths text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if coalesce(cardinality(p_paths), 0) = 0 then return; end if;
  if private.is_storage_hosted() then
    insert into private.removed_files (bucket_id, name) select 'submissions', given.path from unnest(p_paths) as given (path) on conflict do nothing;
    perform private.note_removed_files();
  else
    delete from storage.objects as file where file.bucket_id = 'submissions' and file.name = any (p_paths);
  end if;
end
$$;

comment on function private.remove_form_files(text[]) is 'Deletes files of the bucket submissions.';

create function private.remove_form_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_form_files((select array_agg(gone.path) from gone));
  return null;
end
$$;

comment on function private.remove_form_file() is 'Trigger: a file goes with its row, whether its page is deleted or its sender erased.';

create trigger remove_form_file after delete on public.landing_submission_files
referencing old table as gone for each statement execute function private.remove_form_file();

create function private.take_form_files(p_submission public.landing_submissions, p_files jsonb) returns jsonb
language sql volatile security definer
set search_path = ''
as $$
  with taken as (
    delete from private.unsent_form_files as held using jsonb_array_elements(coalesce(p_files, '[]')) as file
    where held.path = file ->> 'path' and private.folder_id(held.path) = p_submission.account_id
    returning file
  ), stored as (
    insert into public.landing_submission_files (path, submission_id, account_id, field, name, type, bytes)
    select taken.file ->> 'path', p_submission.id, p_submission.account_id, taken.file ->> 'field', taken.file ->> 'name', taken.file ->> 'type',
      (taken.file ->> 'bytes')::integer
    from taken
    returning path, name
  )
  select jsonb_agg(jsonb_build_object('path', stored.path, 'name', stored.name) order by stored.path) from stored
$$;

comment on function private.take_form_files(public.landing_submissions, jsonb) is
'Gives stored files to a form: [{path, field, name, type, bytes}]. Files of other forms stay theirs. Returns [{path, name}], null without files.';

create function private.purge_unsent_form_files(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  paths text[];
begin
  with due as (
    select held.path from private.unsent_form_files as held where held.stored_at < now() - interval '1 day'
    order by held.stored_at limit p_limit for update skip locked
  ), seen as (
    delete from private.unsent_form_files as held using due where held.path = due.path returning held.path
  )
  select array_agg(seen.path) into paths from seen;
  perform private.remove_form_files(paths);
  return coalesce(cardinality(paths), 0);
end
$$;

comment on function private.purge_unsent_form_files(integer) is 'Purge: files that no form took within a day.';

insert into private.purges (name, batch, run_every) values ('unsent_form_files', 100, interval '1 hour');
