-- Count and value of each owner's live leads in each stage. Triggers keep them, so that the board never counts cards.

create table private.lead_totals (
  -- '' for unclaimed leads.
  owner text not null check (char_length(owner) <= 36),
  stage text not null references public.pipeline_stages (key),
  leads bigint not null,
  value_cents bigint not null,
  account_id uuid not null references public.accounts (id) on delete cascade,
  primary key (account_id, owner, stage),
  constraint lead_totals_stage_length check (char_length(stage) <= 40)
);

comment on table private.lead_totals is 'Count and value of an owner''s live leads in a stage, by account.';

alter table private.lead_totals enable row level security;

create function private.total_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, stage, 1 as change, coalesce(value_cents, 0) as value from new_leads where new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, stage, -1, -coalesce(value_cents, 0) from old_leads where old_leads.archived_at is null and not old_leads.is_spam';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_totals;
    return null;
  end if;
  -- Ordered by key, so that two statements that change the same totals cannot deadlock.
  execute format(
    $total$
      with lead (account_id, user_id, stage, change, value) as (%s)
      insert into private.lead_totals (account_id, owner, stage, leads, value_cents)
      select lead.account_id, coalesce(lead.user_id::text, ''), lead.stage, sum(lead.change), sum(lead.value) from lead
      group by 1, 2, 3 having sum(lead.change) <> 0 or sum(lead.value) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, stage) do update
      set leads = lead_totals.leads + excluded.leads, value_cents = lead_totals.value_cents + excluded.value_cents
    $total$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

comment on function private.total_leads() is 'Trigger: keeps private.lead_totals.';

create trigger total_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.total_leads();

create trigger total_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.total_leads();

create trigger total_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.total_leads();

create trigger total_truncated after truncate on public.leads
for each statement execute function private.total_leads();
