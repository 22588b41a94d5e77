-- An erased person leaves a tombstone: a lead or an account without anything about them, so that sums, counts and response
-- times stay as they were. See docs/decisions/0019-erasing-people.md.

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('lead', 'account')),
  leads uuid[] not null default '{}' check (cardinality(leads) <= 10000),
  accounts uuid[] not null default '{}' check (cardinality(accounts) <= 10000),
  erased_by uuid not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

comment on table private.erasures is
'Which leads and accounts were erased, when and by whom, without personal data. Only the transaction that is erasing sees a row without finished_at.';

create index erasures_unfinished_idx on private.erasures (id) where finished_at is null;
create index erasures_leads_idx on private.erasures using gin (leads);
create index erasures_accounts_idx on private.erasures using gin (accounts);

alter table private.erasures enable row level security;

create function private.is_erasing() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from private.erasures as open where open.finished_at is null)
$$;

comment on function private.is_erasing() is
'Whether the current transaction erases a person. Append-only tables allow changes then, and the audit log makes no copies.';

create function private.erasure_of(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('at', done.finished_at, 'by', private.person_name(done.erased_by))
  from private.erasures as done where done.leads @> array[p_lead_id] and done.finished_at is not null limit 1
$$;

comment on function private.erasure_of(uuid) is 'When a lead was erased and by whom: { at, by }; null when it was not.';

create function private.refuse_erased_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_erased boolean;
begin
  -- Runs after the foreign key has waited for a running erasure, so that it sees the result. execute makes a new plan each
  -- time, because a plan for one row would be slow for thousands.
  execute $found$
    select exists (
      select from written join public.leads as lead on lead.id = written.lead_id where lead.erased_at is not null
    )
  $found$ into is_erased;
  if is_erased and not private.is_erasing() then
    perform private.refuse('person_erased', 'PT409', 'This person was erased');
  end if;
  return null;
end
$$;

comment on function private.refuse_erased_lead() is 'Trigger: refuses new data about an erased lead.';

create trigger refuse_erased_task after insert on public.lead_tasks
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_contact after insert on public.contacts
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_application after insert on public.applications
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_submission after insert on public.landing_submissions
referencing new table as written for each statement execute function private.refuse_erased_lead();

create function private.refuse_erased_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_erased boolean;
begin
  -- Entries of the database itself, such as a new owner or the archive, contain no words.
  execute $found$
    select exists (
      select from written join public.leads as lead on lead.id = written.lead_id
      where lead.erased_at is not null and (written.body is not null or written.kind not in ('stage_change', 'assignment', 'archive', 'restore'))
    )
  $found$ into is_erased;
  if is_erased and not private.is_erasing() then
    perform private.refuse('person_erased', 'PT409', 'This person was erased');
  end if;
  return null;
end
$$;

comment on function private.refuse_erased_activity() is 'Trigger: refuses people''s entries in the history of an erased lead.';

create trigger refuse_erased_activity after insert on public.lead_activities
referencing new table as written for each statement execute function private.refuse_erased_activity();
