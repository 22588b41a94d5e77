-- CSV imports of leads. The browser reads the file and sends its rows in chunks. They are checked here and then imported in the
-- background.

create table public.lead_imports (
  id uuid primary key,
  actor_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  headers text[] not null check (cardinality(headers) between 1 and 500 and octet_length(headers::text) <= 60000),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array' and octet_length(mapping::text) <= 60000),
  duplicates text not null default 'skip' check (duplicates in ('skip', 'update', 'create')),
  owner_id uuid references auth.users (id) on delete set null,
  stage text not null default 'new' references public.pipeline_stages (key) check (char_length(stage) <= 40),
  source public.lead_source not null default 'other',
  status text not null default 'staging'
  check (status in ('staging', 'ready', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone')),
  rows integer not null default 0 check (rows >= 0),
  wrong integer not null default 0,
  known integer not null default 0,
  repeated integer not null default 0,
  at_row integer not null default 0,
  handled integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  problem text check (char_length(problem) <= 1000),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references auth.users (id) on delete set null,
  rows_purged_at timestamptz,
  account_id uuid not null default private.account_for_insert() references public.accounts (id) on delete cascade
);

comment on table public.lead_imports is 'Imports of leads from files.';
comment on column public.lead_imports.id is 'An id that the caller makes, so that a request sent twice imports once.';
comment on column public.lead_imports.actor_id is 'The person who imports.';
comment on column public.lead_imports.file_name is 'The file.';
comment on column public.lead_imports.headers is 'The names of its columns.';
comment on column public.lead_imports.mapping is 'For each column the field of a lead that it fills, or null.';
comment on column public.lead_imports.duplicates is 'What happens to rows whose lead already exists: skip, update or create.';
comment on column public.lead_imports.owner_id is
'Owns new leads whose row names no owner. Null leaves them unowned, and so does an owner who is inactive when the import runs.';
comment on column public.lead_imports.stage is 'The stage of new leads whose row names none.';
comment on column public.lead_imports.source is 'The source of new leads whose row names none.';
comment on column public.lead_imports.status is 'The state of the import.';
comment on column public.lead_imports.rows is 'How many rows were received.';
comment on column public.lead_imports.wrong is 'How many rows break a rule.';
comment on column public.lead_imports.known is 'How many rows belong to leads that already exist.';
comment on column public.lead_imports.repeated is 'How many rows are about a person of an earlier row.';
comment on column public.lead_imports.at_row is
'The last row that was imported or, going backwards, undone. The next batch continues from here.';
comment on column public.lead_imports.handled is 'How many rows were imported or undone.';
comment on column public.lead_imports.created is 'How many leads it created.';
comment on column public.lead_imports.updated is 'How many rows changed a lead, so a lead of two rows counts twice.';
comment on column public.lead_imports.skipped is 'How many rows it skipped because the lead exists.';
comment on column public.lead_imports.failed is 'How many rows could not be written.';
comment on column public.lead_imports.removed is 'Undo: how many created leads were deleted.';
comment on column public.lead_imports.restored is 'Undo: how many of the updated rows were undone.';
comment on column public.lead_imports.kept is 'Undo: how many created leads and updated rows stay because somebody worked with the lead since.';
comment on column public.lead_imports.problem is 'Why it failed.';
comment on column public.lead_imports.created_at is 'When the import was created.';
comment on column public.lead_imports.started_at is 'When it was started.';
comment on column public.lead_imports.finished_at is 'When its last row was imported.';
comment on column public.lead_imports.undone_at is 'When it was undone.';
comment on column public.lead_imports.undone_by is 'The person who undid it.';
comment on column public.lead_imports.rows_purged_at is
'When the rows of its file were deleted at the end of their retention period. After that it cannot be undone.';
comment on column public.lead_imports.account_id is 'The account whose leads it imports.';

create index lead_imports_actor_id_idx on public.lead_imports (actor_id, created_at desc);
create index lead_imports_created_at_idx on public.lead_imports (account_id, created_at desc);
create index lead_imports_owner_id_idx on public.lead_imports (owner_id);
create index lead_imports_undone_by_idx on public.lead_imports (undone_by);
create index lead_imports_stage_idx on public.lead_imports (stage);

create table private.lead_import_rows (
  import_id uuid not null references public.lead_imports (id) on delete cascade,
  row_no integer not null check (row_no > 0),
  fields jsonb not null check (octet_length(fields::text) <= 200000),
  email_key text check (char_length(email_key) <= 320),
  phone_key text check (char_length(phone_key) <= 15),
  problem text check (char_length(problem) <= 500),
  repeats integer,
  outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  -- The existing lead when the row was checked, then the lead that the row was written to. Not a foreign key, because deleting
  -- a lead would search all imports.
  lead_id uuid,
  version integer,
  before jsonb check (octet_length(before::text) <= 100000),
  after jsonb check (octet_length(after::text) <= 100000),
  -- Null in imports from before it was sent: their files are taken to have no blank rows.
  file_row integer check (file_row > 0),
  primary key (import_id, row_no)
)
-- The outcome is written into the row later. Half of each page stays free, so that this update changes no index.
with (fillfactor = 50);

comment on table private.lead_import_rows is 'The rows of imports, their problems and their outcomes.';

create index lead_import_rows_email_idx on private.lead_import_rows (email_key, import_id) where email_key is not null;
create index lead_import_rows_phone_idx on private.lead_import_rows (phone_key, import_id) where phone_key is not null;
create index lead_import_rows_problem_idx on private.lead_import_rows (import_id, row_no) where problem is not null;

alter table public.lead_imports enable row level security;

call private.require_sufficient_sessions('public.lead_imports');

alter table private.lead_import_rows enable row level security;

grant select, insert, update, delete on public.lead_imports to service_role;
grant select on public.lead_imports to authenticated;

create policy "People read their own imports, and leaders all" on public.lead_imports
for select to authenticated
using (account_id = (select private.workspace()) and (actor_id = (select auth.uid()) or (select private.manages_workspace())));

create function private.lock_own_lead_import(p_import_id uuid) returns public.lead_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  found_import public.lead_imports;
begin
  select one.* into found_import from public.lead_imports as one
  where one.id = p_import_id and one.account_id = private.workspace() and (one.actor_id = caller or private.manages_workspace()) for update;
  if not found then perform private.refuse('import_not_found', 'PT404', 'Import not found'); end if;
  return found_import;
end
$$;

comment on function private.lock_own_lead_import(uuid) is
'Locks and returns the caller''s import; admins may use any. 42501: not on the team. PT404: none.';

create function private.leads_of_imports(p_import_ids uuid[]) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select staged.lead_id
  from public.lead_imports as one
  join private.lead_import_rows as staged on staged.import_id = one.id
  where one.id = any (p_import_ids) and one.account_id = private.workspace() and staged.outcome in ('created', 'updated')
    and staged.lead_id is not null
$$;

comment on function private.leads_of_imports(uuid[]) is
'The leads that these imports of the workspace created or updated. None after the rows of a file were deleted.';

create function private.resolve_merged_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
set enable_nestloop = on
as $$
  with recursive chain (id, merged_into, depth) as (
    select lead.id, lead.merged_into, 0 from public.leads as lead where lead.id = p_lead_id
    union all
    select lead.id, lead.merged_into, chain.depth + 1
    from chain join public.leads as lead on lead.id = chain.merged_into where chain.depth < 20
  )
  select chain.id from chain order by chain.depth desc limit 1
$$;

comment on function private.resolve_merged_lead(uuid) is 'The lead itself, or the lead that it was merged into.';

create function private.find_leads(p_account uuid, p_email_keys text[], p_phone_keys text[])
returns table (email_key text, phone_key text, lead_id uuid)
language sql stable security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  (select distinct on (lower(lead.email)) lower(lead.email), null::text,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lead.account_id = p_account and lower(lead.email) = any (p_email_keys)
  order by lower(lead.email), lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
  union all
  (select distinct on (lead.phone_key) null, lead.phone_key,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lead.account_id = p_account and lead.phone_key = any (p_phone_keys)
  order by lead.phone_key, lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
$$;

comment on function private.find_leads(uuid, text[], text[]) is
'The leads of an account with these email addresses (in lower case) and phone keys (private.phone_key); for merged leads, the kept one. Uses the indexes even when the planner believes that the table is small.';
