-- Erasing a person: which records are theirs, what prevents it, the dry run, and the erasure itself.

create function private.is_team_account(p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.user_roles as held where held.user_id = p_account and held.role in ('admin', 'sales'))
$$;

comment on function private.is_team_account(uuid) is 'Whether this account is or was on the team, or asked to be.';

create function private.erased_words(p_leads uuid[]) returns text[]
language sql stable
set search_path = ''
as $$
  with said (words) as (
    select concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company) from public.leads as lead where lead.id = any (p_leads)
    union all
    select concat_ws(' ', side.row ->> 'first_name', side.row ->> 'last_name', side.row ->> 'email', side.row ->> 'company')
    from private.lead_batch_rows as noted cross join lateral (values (noted.before), (noted.after)) as side (row)
    where noted.lead_id = any (p_leads)
    union all
    select concat_ws(' ', side.row ->> 'first_name', side.row ->> 'last_name', side.row ->> 'email', side.row ->> 'company')
    from public.audit_log as entry cross join lateral (values (entry.before), (entry.after)) as side (row)
    where entry.table_name = 'leads' and entry.row_id = any (p_leads::text[])
  ), word as materialized (
    select distinct made.word from said cross join lateral private.extract_words(said.words) as made (word)
  ), others as materialized (
    -- One scan of all leads for all words. Few leads match.
    select lower(concat_ws(' ', other.first_name, other.last_name, other.email, other.company)) as said
    from public.leads as other
    where other.id <> all (p_leads) and other.account_id in (select lead.account_id from public.leads as lead where lead.id = any (p_leads))
      and lower(concat_ws(' ', other.first_name, other.last_name, other.email, other.company))
      ~ (select string_agg(word.word, '|') from word)
  )
  select coalesce(array_agg(word.word), '{}') from word
  where not exists (select from others where strpos(others.said, word.word) > 0)
$$;

comment on function private.erased_words(uuid[]) is 'The words that only these leads brought into the search of their accounts, now or earlier.';

create function private.lead_relatives(p_leads uuid[], p_emails text[]) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive related (id) as (
    select lead.id from public.leads as lead
    where lead.erased_at is null and (lead.id = any (p_leads) or lower(lead.email) = any (p_emails))
    union
    select other.id from related join public.leads as one on one.id = related.id
    join public.leads as other on (other.merged_into = one.id or other.id = one.merged_into) and other.erased_at is null
  )
  select coalesce(array_agg(related.id order by related.id), '{}') from related
$$;

comment on function private.lead_relatives(uuid[], text[]) is
'These leads, leads with one of these addresses, and all leads that were merged with one of them.';

create function private.find_person(p_kind text, p_id uuid) returns private.erased_person
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person;
  known integer := -1;
begin
  person.leads := case when p_kind = 'lead' then array[p_id] else '{}' end;
  person.accounts := case when p_kind = 'account' then array[p_id] else '{}' end;
  person.emails := '{}';
  -- A lead leads to an account with its address, and that to more leads, until nothing new is found. Only a confirmed address
  -- counts. A member of the team is never erased through a lead.
  while known is distinct from cardinality(person.leads) + cardinality(person.accounts) + cardinality(person.emails) loop
    known := cardinality(person.leads) + cardinality(person.accounts) + cardinality(person.emails);
    person.leads := private.lead_relatives(person.leads, person.emails);
    person.accounts := array(
      select account.id from auth.users as account
      where account.id = any (person.accounts)
        or account.email_confirmed_at is not null and lower(account.email) = any (person.emails) and not private.is_team_account(account.id)
      order by 1
    );
    person.emails := array(
      select lower(btrim(lead.email)) from public.leads as lead where lead.id = any (person.leads) and btrim(lead.email) <> ''
      union
      select lower(account.email) from auth.users as account where account.id = any (person.accounts) and account.email_confirmed_at is not null
      order by 1
    );
  end loop;
  person.phones := array(select distinct lead.phone_key from public.leads as lead where lead.id = any (person.leads) and lead.phone_key is not null);
  return person;
end
$$;

comment on function private.find_person(text, uuid) is
'All leads and accounts of one person: merged leads, leads with the same address, and the account with that confirmed address.';

create function private.person_to_erase(p_kind text, p_id uuid) returns private.erased_person
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person := private.find_person(p_kind, p_id);
begin
  -- Leads that were merged with one of these and separated again. Copies of them may contain this person's data.
  person.partners := array(
    select distinct noted.lead_id from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    where batch.kind = 'merge' and noted.lead_id <> all (person.leads) and batch.id in (
      select own.batch_id from private.lead_batch_rows as own where own.lead_id = any (person.leads)
    )
  );
  person.pattern := private.pattern_of(array(
    select distinct found.needle from (
      select unnest(person.emails || person.leads::text[])
      union all select lower(account.email) from auth.users as account where account.id = any (person.accounts)
      union all select lower(account.email_change) from auth.users as account where account.id = any (person.accounts)
      union all select unnest(array[lower(sent.email), sent.id::text]) from public.contacts as sent
        where sent.lead_id = any (person.leads) or lower(sent.email) = any (person.emails)
      union all select unnest(array[lower(sent.email), sent.id::text]) from public.applications as sent
        where sent.lead_id = any (person.leads) or lower(sent.email) = any (person.emails)
      union all select sent.id::text from public.landing_submissions as sent where sent.lead_id = any (person.leads)
      union all select clock.id::text from public.lead_clocks as clock where clock.lead_id = any (person.leads)
      union all select request.id::text from public.change_requests as request where request.user_id = any (person.accounts)
      union all select invoice.id::text from public.invoices as invoice where invoice.client_id = any (person.accounts)
      union all select lower(noted.side ->> 'email') from (
        select unnest(array[copy.before, copy.after]) as side from private.lead_batch_rows as copy where copy.lead_id = any (person.leads)
      ) as noted
    ) as found (needle) where btrim(found.needle) <> ''
  ));
  person.words := private.erased_words(person.leads);
  return person;
end
$$;

comment on function private.person_to_erase(text, uuid) is 'One person, with everything that finds copies of their data.';

create function private.require_person(p_kind text, p_id uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  gone timestamptz;
begin
  if p_kind is null or p_kind not in ('lead', 'account') or p_id is null then
    perform private.refuse('person_required', '22023', 'A lead or an account is erased');
  end if;
  if p_kind = 'lead' then
    select lead.erased_at into gone from public.leads as lead where lead.id = p_id;
  else
    select profile.erased_at into gone from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    where account.id = p_id;
  end if;
  if not found then perform private.refuse('person_not_found', 'PT404', 'Person not found'); end if;
  if gone is not null then perform private.refuse('person_erased', 'PT409', 'This person was already erased'); end if;
end
$$;

comment on function private.require_person(text, uuid) is
'Refuses a missing person (PT404), an erased one (PT409), and other kinds than lead and account (22023).';

create function private.erasure_obstacles(p_person private.erased_person) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', found.code, 'text', found.words, 'items', found.items) order by found.place), '[]')
  from (
    select 1 as place, 'self' as code, 'You can''t erase yourself. Ask another admin.' as words, '[]'::jsonb as items
    where auth.uid() = any ((p_person).accounts)
    union all
    select 2, 'last_admin', 'This is the last active admin. Make someone else an admin first.', '[]'
    where exists (
      select from public.user_roles as held
      where held.user_id = any ((p_person).accounts) and held.role = 'admin' and held.status = 'active'
    ) and not exists (
      select from public.user_roles as other
      where other.user_id <> all ((p_person).accounts) and other.role = 'admin' and other.status = 'active'
    )
    union all
    select 3, 'open_invoices', 'These invoices aren''t settled. Collect, credit or cancel them first.', jsonb_agg(jsonb_build_object(
      'id', invoice.id, 'label', invoice.invoice_number, 'amount', invoice.owed_amount,
      'currency', invoice.currency
    ) order by invoice.created_at, invoice.id)
    from public.invoices as invoice
    where invoice.client_id = any ((p_person).accounts) and invoice.status in ('pending', 'overdue', 'active') having count(*) > 0
    union all
    select 4, 'running_retainers', 'These retainers haven''t ended. End them first.', jsonb_agg(jsonb_build_object(
      'id', retainer.id, 'label', retainer.retainer_name
    ) order by retainer.created_at, retainer.id)
    from public.retainers as retainer
    where retainer.client_id = any ((p_person).accounts) and retainer.status in ('active', 'paused') having count(*) > 0
    union all
    select 5, 'paid_plan', 'The Premium plan is still active at the payment provider. Cancel it there first.', '[]'
    where exists (
      select from public.subscriptions as plan
      where plan.user_id = any ((p_person).accounts) and plan.subscribed and plan.stripe_subscription_id is not null
    )
    union all
    select 6, 'open_leads', format('This person owns %s open %s. Deactivate them first to reassign the leads.',
      count(*), case count(*) when 1 then 'lead' else 'leads' end), '[]'
    from public.leads as lead
    where lead.user_id = any ((p_person).accounts) and lead.id <> all ((p_person).leads) and lead.archived_at is null
      and lead.erased_at is null and lead.stage not in ('won', 'lost') having count(*) > 0
  ) as found
$$;

comment on function private.erasure_obstacles(private.erased_person) is
'Why a person cannot be erased now: [{ code, text, items }]. Codes: self, last_admin, open_invoices, running_retainers, paid_plan, open_leads.';

create function private.erasure_label(p_kind text, p_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case p_kind
    when 'lead' then (select coalesce(nullif(btrim(lead.email), ''), private.lead_title(lead)) from public.leads as lead where lead.id = p_id)
    else (select coalesce(account.email::text, account.id::text) from auth.users as account where account.id = p_id)
  end
$$;

comment on function private.erasure_label(text, uuid) is 'What an admin types to confirm: the email address of the person, or the name of a lead without one.';

create function private.count_erased(p_person private.erased_person) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  rule record;
  found_rows bigint;
  answer jsonb := '[]';
begin
  for rule in select * from private.erasure_rules() as each where each.label is not null order by each.place, each.table_name loop
    execute format('select count(*) from %s as held where %s', rule.table_name, rule.whose) into found_rows using p_person;
    if found_rows > 0 then
      answer := answer || jsonb_build_object(
        'table', rule.table_name, 'label', rule.label, 'count', found_rows, 'treatment', rule.treatment, 'reason', rule.reason
      );
    end if;
  end loop;
  return answer;
end
$$;

comment on function private.count_erased(private.erased_person) is 'The rows of a person by rule, as the dry run lists them.';

create function private.preview_erasure(p_kind text, p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person;
begin
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  person := private.person_to_erase(p_kind, p_id);
  return jsonb_build_object(
    'confirm_with', private.erasure_label(p_kind, p_id),
    'leads', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', lead.id, 'name', private.lead_title(lead), 'email', lead.email, 'merged', lead.merged_into is not null
      ) order by lead.created_at, lead.id), '[]') from public.leads as lead where lead.id = any (person.leads)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account where account.id = any (person.accounts)
    ),
    -- Accounts of the team with the same address stay.
    'team_accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account
      where lower(account.email) = any (person.emails) and account.id <> all (person.accounts) and private.is_team_account(account.id)
    ),
    -- Others lose it.
    'premium', (
      select coalesce(jsonb_agg(distinct given.name), '[]')
      from unnest(person.accounts) as account (id) cross join lateral private.premium_through(account.id) as given
      where exists (
        select from private.client_members as other where other.account_id = given.account_id and other.user_id <> all (person.accounts)
      )
    ),
    'obstacles', private.erasure_obstacles(person),
    'found', private.count_erased(person)
  );
end
$$;

create function public.preview_erasure(p_kind text, p_id uuid) returns jsonb
language sql stable
set search_path = ''
set statement_timeout = '2min'
return private.preview_erasure(p_kind, p_id);

comment on function public.preview_erasure(text, uuid) is
'What erase_person would do with a lead or an account: { confirm_with, leads, accounts, team_accounts, premium: accounts of others that lose Premium, obstacles: [{ code, text, items }], found: [{ table, label, count, treatment, reason }] }. Changes nothing. Admins only (42501). PT404: no such person. PT409: already erased. 22023: no such kind.';

create function private.lock_person(p_person private.erased_person) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- A form sent at this moment comes before the erasure, or makes a new lead after it. Locks are taken in the same order as in
  -- private.find_lead.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('lead of ' || named.name, 0) as lock
    from (select unnest((p_person).emails) union all select 'phone ' || unnest((p_person).phones)) as named (name) order by 1
  ) as wanted;
  perform from public.leads as lead where lead.id = any ((p_person).leads) order by lead.id for update;
  perform from auth.users as account where account.id = any ((p_person).accounts) order by account.id for update;
end
$$;

comment on function private.lock_person(private.erased_person) is 'Locks everything that new data of a person would refer to.';

create function private.archive_billing_identities(p_accounts uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.archived_billing_identities (account_id, name, company, address, tax_id)
  select account.id, coalesce(private.name_or_email(profile.first_name, profile.last_name, account.email::text), 'Unknown'),
    nullif(btrim(profile.company), ''), nullif(btrim(profile.billing_address), ''), nullif(btrim(profile.tax_id), '')
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where account.id = any (p_accounts)
    and exists (select from public.invoices as invoice where invoice.client_id = account.id and invoice.status <> 'draft')
  on conflict (account_id) do nothing
$$;

comment on function private.archive_billing_identities(uuid[]) is
'Keeps the recipient of the invoices that stay: the name, or the address without one.';

create function private.apply_erasure_rules(p_person private.erased_person) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rule record;
  assignments text;
begin
  for rule in select * from private.erasure_rules() as each where each.treatment <> 'kept' order by each.place, each.table_name loop
    if rule.table_name = 'storage.objects' and private.is_storage_hosted() then
      -- Only its API deletes the content too.
      execute format('insert into private.removed_files (bucket_id, name) select held.bucket_id, held.name from %s as held where %s on conflict do nothing', rule.table_name, rule.whose)
      using p_person;
      perform private.note_removed_files();
    elsif rule.treatment = 'deleted' then
      execute format('delete from %s as held where %s', rule.table_name, rule.whose) using p_person;
    else
      -- Hosted and embedded auth tables differ in a few columns.
      select string_agg(format('%I = %s', item.key, item.value), ', ') into assignments
      from jsonb_each_text(rule.sets) as item join pg_catalog.pg_attribute as part
        on part.attrelid = rule.table_name::regclass and part.attname = item.key and not part.attisdropped and part.attgenerated = '';
      execute format('update %s as held set %s where %s', rule.table_name, assignments, rule.whose) using p_person;
    end if;
  end loop;
end
$$;

comment on function private.apply_erasure_rules(private.erased_person) is 'Applies private.erasure_rules() one by one.';

create function private.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person private.erased_person;
  obstacles jsonb;
  erasure uuid;
begin
  perform private.require_admin();
  -- Erasures take turns. A caller who waited may no longer be an admin, and the person may be gone.
  perform pg_advisory_xact_lock(hashtextextended('private.erase_person', 0));
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  perform private.lock_person(private.find_person(p_kind, p_id));
  -- Read again behind the locks, because somebody may have merged a lead or changed an address meanwhile.
  person := private.person_to_erase(p_kind, p_id);
  perform private.lock_person(person);
  if lower(btrim(p_confirmation)) is distinct from lower(btrim(private.erasure_label(p_kind, p_id))) then
    perform private.refuse('confirmation_wrong', '22023', 'The confirmation doesn''t match this person''s email address or name', 'confirmation');
  end if;
  obstacles := private.erasure_obstacles(person);
  if obstacles <> '[]' then
    perform private.refuse('erasure_blocked', 'PT409', obstacles -> 0 ->> 'text', p_more => jsonb_build_object('obstacles', obstacles));
  end if;
  insert into private.erasures (kind, leads, accounts, erased_by)
  values (p_kind, person.leads, person.accounts, auth.uid()) returning id into erasure;
  perform private.archive_billing_identities(person.accounts);
  perform private.apply_erasure_rules(person);
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, after)
  select auth.uid(), (select account.email from auth.users as account where account.id = auth.uid()), 'insert', 'erasures', erasure::text,
    jsonb_build_object('kind', p_kind, 'tombstone', p_id, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
  update private.erasures as done set finished_at = now() where done.id = erasure;
  return jsonb_build_object('erasure_id', erasure, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
end
$$;

create function public.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language sql volatile
set search_path = ''
set statement_timeout = '2min'
return private.erase_person(p_kind, p_id, p_confirmation);

comment on function public.erase_person(text, uuid, text) is
'Erases a lead or an account with everything that preview_erasure lists, for good and in one transaction: { erasure_id, leads, accounts }. The confirmation is confirm_with of the preview. Admins only (42501). PT404: no such person. PT409: already erased, or erasure_blocked with all obstacles. 22023: wrong confirmation or kind.';

grant execute on function public.preview_erasure(text, uuid) to authenticated;
grant execute on function private.preview_erasure(text, uuid) to authenticated;
grant execute on function public.erase_person(text, uuid, text) to authenticated;
grant execute on function private.erase_person(text, uuid, text) to authenticated;
