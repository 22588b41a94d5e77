-- What happened with a lead. Rows are added and never changed or removed, not even by the service role; they go only
-- together with their lead.

create table public.lead_activities (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  body text check (char_length(body) <= 10000),
  actor_id uuid references auth.users (id) on delete set null,
  occurred_at timestamptz not null default now(),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  created_at timestamptz not null default now()
);

comment on table public.lead_activities is 'The append-only history of a lead.';
comment on column public.lead_activities.id is 'The activity.';
comment on column public.lead_activities.lead_id is 'The lead.';
comment on column public.lead_activities.kind is 'What happened, such as form, call, email, sms, note, stage_change or assignment.';
comment on column public.lead_activities.body is 'What a person wrote about it.';
comment on column public.lead_activities.actor_id is 'Who did it; null for the product itself, or a deleted account.';
comment on column public.lead_activities.occurred_at is 'When it happened.';
comment on column public.lead_activities.payload is 'What else belongs to this kind of activity.';
comment on column public.lead_activities.created_at is 'When it was written down.';

create index lead_activities_lead_id_occurred_at_idx on public.lead_activities (lead_id, occurred_at desc);
create index lead_activities_actor_id_idx on public.lead_activities (actor_id, occurred_at desc);

alter table public.lead_activities enable row level security;

grant select, insert on public.lead_activities to service_role;
grant select, insert (lead_id, kind, body, actor_id, occurred_at, payload) on public.lead_activities to authenticated;

-- Inside these policies the policies of leads decide which leads there are.
create policy "Sales people read the activities of leads they see" on public.lead_activities
for select to authenticated
using ((select private.has_active_role('sales')) and exists (select from public.leads as lead where lead.id = lead_id));

create policy "Admins read all activities" on public.lead_activities
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Sales people add activities of their own to leads they see" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid())
  and (select private.has_active_role('sales'))
  and exists (select from public.leads as lead where lead.id = lead_id)
);
