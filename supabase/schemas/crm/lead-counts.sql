-- How many live leads each owner and company of an account has. Triggers keep the counts, because counting 100,000 leads on each visit to
-- /admin would take a quarter of a second.

create table private.lead_counts (
  -- 'owner': key is the owner's id, '' for unclaimed leads. 'open': the same, without won and lost leads.
  -- 'company': key is the name, 'No Company' where it is blank.
  kind text not null check (kind in ('owner', 'company', 'open')),
  key text not null check (char_length(key) <= 200),
  leads bigint not null,
  account_id uuid not null references public.accounts (id) on delete cascade,
  primary key (account_id, kind, key)
);

comment on table private.lead_counts is 'How many live leads of an account an owner or a company has, and how many open ones an owner has.';

create index lead_counts_leads_idx on private.lead_counts (account_id, kind, leads desc, key);

alter table private.lead_counts enable row level security;

create function private.count_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, company, stage, 1 as change from new_leads where new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, company, stage, -1 from old_leads where old_leads.archived_at is null and not old_leads.is_spam';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_counts;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same groups cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, company, stage, change) as (%s)
      insert into private.lead_counts (account_id, kind, key, leads)
      select lead.account_id, grouped.kind, grouped.key, sum(grouped.change)
      from lead cross join lateral (values
        ('owner', coalesce(lead.user_id::text, ''), lead.change),
        ('open', coalesce(lead.user_id::text, ''), lead.change),
        ('company', coalesce(nullif(btrim(lead.company), ''), 'No Company'), lead.change)
      ) as grouped (kind, key, change)
      where grouped.kind <> 'open' or lead.stage not in ('won', 'lost')
      group by lead.account_id, grouped.kind, grouped.key having sum(grouped.change) <> 0
      order by lead.account_id, grouped.kind, grouped.key
      on conflict (account_id, kind, key) do update set leads = lead_counts.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

comment on function private.count_leads() is 'Trigger: keeps private.lead_counts.';

create trigger count_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.count_leads();

create trigger count_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.count_leads();

create trigger count_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.count_leads();

create trigger count_truncated after truncate on public.leads
for each statement execute function private.count_leads();
