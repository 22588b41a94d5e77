-- Names of templates are what people see, a start date in the past is refused as such, and a second payment sends no invoice.

create or replace function private.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date,
  p_duration_months integer, p_retainer_id uuid, p_account_id uuid, p_bill_month date
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known uuid;
  person uuid;
  agreed public.retainers;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_start_date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  perform private.require_near_day(p_start_date, 'Start date');
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  -- Without a person it waits as a draft.
  agreed := private.retainer_as_saved(
    null, p_start_date, p_duration_months, case when person is null then 'pending' else 'active' end::public.retainer_status, p_bill_month
  );
  if agreed.status = 'active' then perform private.refuse_ended_term(p_start_date, p_duration_months); end if;
  insert into public.retainers (
    id, client_id, account_id, status, retainer_name, description, monthly_amount, currency, start_date, duration_months, end_date, charges_from
  )
  values (
    p_retainer_id, person, p_account_id, agreed.status, private.require_text(p_name, 'Name', 200), nullif(btrim(p_description), ''),
    p_monthly_amount, private.require_currency(p_currency), agreed.start_date, agreed.duration_months, agreed.end_date, agreed.charges_from
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost.
    select retainer.id into known from public.retainers as retainer where retainer.id = p_retainer_id and retainer.client_id is not distinct from person;
    if known is null then perform private.refuse('id_taken', 'PT409', 'Another retainer already has this ID', 'id'); end if;
    return known;
  end if;
  perform private.issue_due_charges(p_retainer_id);
  return p_retainer_id;
end
$$;

create or replace function private.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer,
  p_start_date date, p_duration_months integer, p_status public.retainer_status, p_bill_month date
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  agreed public.retainers;
  changed_at timestamptz;
  moved boolean;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_status not in ('pending', 'active', 'paused') then
    perform private.refuse('end_date_required', '22023', 'Choose the retainer''s last day', 'end_date');
  end if;
  if p_status <> 'pending' then perform private.require_named(held.client_id, held.account_id); end if;
  if p_status <> 'pending' and held.status = 'pending' then perform private.require_client(held.client_id); end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  moved := p_start_date is distinct from held.start_date;
  if moved and (
    -- A draft waits as long as it takes.
    p_start_date is null or held.status <> 'pending' and held.start_date < private.agency_day()
    or exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)
  ) then
    perform private.refuse('retainer_begun', 'PT409', 'This retainer has started, so its start date can''t change', 'start_date');
  end if;
  if moved and p_start_date < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The start date is in the past', 'start_date');
  end if;
  if moved then perform private.require_near_day(p_start_date, 'Start date'); end if;
  agreed := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month);
  if held.status = 'pending' and p_status <> 'pending' then perform private.refuse_ended_term(p_start_date, p_duration_months); end if;
  update public.retainers as retainer
  set retainer_name = private.require_text(p_name, 'Name', 200), description = nullif(btrim(p_description), ''),
    monthly_amount = p_monthly_amount, start_date = agreed.start_date, duration_months = agreed.duration_months, status = agreed.status,
    end_date = agreed.end_date, charges_from = agreed.charges_from
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

create function private.one_line(p_text text) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(regexp_replace(
    regexp_replace(normalize(coalesce(p_text, ''), nfc), '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff]', '', 'g'),
    '[[:space:]\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  ))
$$;

comment on function private.one_line(text) is
'A text as people see it on one line: without characters that nobody sees, and with one space between words. So two names that look the same are the same.';

create or replace function private.require_email_text(p_name text, p_subject text, p_body text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.one_line(p_name) = '' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if char_length(private.one_line(p_name)) > 60 then perform private.refuse('too_long', '22001', 'Use at most 60 characters', 'name'); end if;
  if private.one_line(p_subject) = '' then perform private.refuse('required', '22023', 'Enter a subject', 'subject'); end if;
  if char_length(private.one_line(p_subject)) > 200 then perform private.refuse('too_long', '22001', 'Use at most 200 characters', 'subject'); end if;
  if private.one_line(p_body) = '' then perform private.refuse('required', '22023', 'Enter a message', 'body'); end if;
  if char_length(p_body) > 10000 then perform private.refuse('too_long', '22001', 'Use at most 10,000 characters', 'body'); end if;
end
$$;

comment on function private.require_email_text(text, text, text) is 'Refuses a template without a name, subject or message that people can see, or with one that is too long.';

create or replace function private.save_email_template(p_id uuid, p_name text, p_subject text, p_body text, p_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
  called constant text := private.one_line(p_name);
  about constant text := private.one_line(p_subject);
  known public.email_templates;
  saved timestamptz;
begin
  perform private.require_premium();
  if p_id is null then perform private.refuse('required', '22023', 'The template needs an id', 'id'); end if;
  perform private.require_email_text(p_name, p_subject, p_body);
  -- Another account's row is never locked.
  if exists (select from public.email_templates as held where held.id = p_id and held.account_id <> account) then
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  select held.* into known from public.email_templates as held where held.id = p_id and held.account_id = account for update;
  -- The answer to the same save was lost.
  if (known.name, known.subject, known.body) = (called, about, p_body) then return known.updated_at; end if;
  if known.id is null and p_updated_at is not null then
    perform private.refuse('template_not_found', 'PT404', 'Someone deleted this template. Save it as a new one.');
  end if;
  if known.id is not null and known.updated_at is distinct from p_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this template. Save again to replace it.');
  end if;
  begin
    insert into public.email_templates (id, account_id, name, subject, body) values (p_id, account, called, about, p_body)
    -- Someone else may have saved this id a moment ago.
    on conflict (id) do update set name = excluded.name, subject = excluded.subject, body = excluded.body
    where email_templates.account_id = account and email_templates.updated_at is not distinct from p_updated_at
    returning updated_at into saved;
  exception when unique_violation then
    perform private.refuse('name_taken', 'PT409', 'Another template has this name', 'name');
  end;
  if saved is null then perform private.refuse('outdated', 'PT409', 'Someone else just saved this template'); end if;
  return saved;
end
$$;

create or replace function private.enqueue_invoice_mail(
  p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}', p_reader_id uuid default null
) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', concat_ws(':', 'invoice', invoice.id, p_key, other.id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it. Whoever paid a second time may have left.
    'attachInvoice', case when p_template in ('invoice-issued', 'invoice-copy', 'payment-received', 'invoice-credited') and not p_extra ? 'twice' then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(coalesce(other.id, invoice.client_id), invoice.account_id),
      'billedTo', case when other.id is not null then private.person_name(invoice.client_id) end, 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date,
      'state', (select state.shown from private.shown_invoices as state where state.id = invoice.id)
    ) || p_extra
  )))
  from public.invoices as invoice
  left join lateral (select p_reader_id as id where p_reader_id <> invoice.client_id) as other on true
  cross join lateral private.mail_recipient(coalesce(other.id, invoice.client_id)) as person (row)
  where invoice.id = p_invoice_id
$$;

comment on function private.enqueue_invoice_mail(uuid, text, text, jsonb, uuid) is
'Queues an email about an invoice, once for each key and reader: to its client, or to someone else who is named, as after their payment. It tells them whom the invoice bills.';

create or replace function private.add_absence(p_absence_id uuid, p_user_id uuid, p_until date, p_from date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  zone text;
  starts timestamptz := now();
  ends timestamptz;
  stored public.absences;
begin
  if not coalesce(private.edits_absences_of(p_user_id), false) then perform private.refuse('person_not_found', 'PT404', 'Person not found on the team'); end if;
  select coalesce(rota.time_zone, private.account_zone(private.workspace())) into zone
  from (values (p_user_id)) as person (id)
  left join public.rotas as rota on rota.account_id = private.workspace() and rota.user_id = person.id;
  if p_from is not null then starts := greatest(starts, p_from::timestamp at time zone zone); end if;
  if coalesce(p_until, '2100-01-01') not between '2000-01-01' and '2100-01-01' or coalesce(p_from, '2100-01-01') not between '2000-01-01' and '2100-01-01' then
    perform private.refuse('date_out_of_range', '22023', 'Choose a day before 2100', 'until');
  end if;
  ends := (coalesce(p_until, (starts at time zone zone)::date) + 1)::timestamp at time zone zone;
  if ends <= starts then perform private.refuse('date_in_past', '22023', 'Choose today or a later day', 'until'); end if;
  -- Entered twice, for example by the person and by an admin, who take turns.
  perform pg_advisory_xact_lock(hashtextextended('absence ' || p_user_id, 0));
  if exists (
    select from public.absences as held
    where held.user_id = p_user_id and held.id <> p_absence_id and held.starts_at <= starts and held.ends_at >= ends
  ) then
    perform private.refuse('already_away', 'PT409', 'These days are marked as away already', 'until');
  end if;
  insert into public.absences (id, user_id, starts_at, ends_at, created_by) values (p_absence_id, p_user_id, starts, ends, caller)
  on conflict (id) do nothing returning * into stored;
  if stored.id is null then
    select held.* into stored from public.absences as held where held.id = p_absence_id and held.user_id = p_user_id;
    if stored.id is null then perform private.refuse('id_taken', '42501', 'This absence belongs to someone else'); end if;
  end if;
  return jsonb_build_object('id', stored.id, 'starts_at', stored.starts_at, 'ends_at', stored.ends_at)
    || private.calls_during(p_user_id, stored.starts_at, stored.ends_at);
end
$$;

create or replace function private.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
  undo_seconds constant integer := 10;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'Enter a subject and a message');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'Use up to 200 characters in the subject and 10,000 in the message');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object(
      'id', p_id, 'again', true, 'claimed', known.payload ? 'claimed',
      'finished', (select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')),
      'undo_seconds', case when private.is_retracted(p_id) then 0
        else greatest(undo_seconds - extract(epoch from now() - known.created_at)::integer, 0) end
    );
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id,
    'planned', planned)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])),
    -- Until then, private.undo_log_activity withdraws it.
    now() + make_interval(secs => undo_seconds));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title, 'undo_seconds', undo_seconds);
end
$$;

comment on function public.send_lead_email(uuid, uuid, text, text, jsonb) is
'Sends an email to a lead in the account''s name and logs it, in one step: { id, again, claimed, finished, undo_seconds }. It leaves after undo_seconds; until then, undo_log_activity withdraws it. It finishes the email task that is due today, plans p_next as log_activity does, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, or nothing to say. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';

create or replace function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending,
    'in_trial', coalesce(plan.trial_end > now(), false), 'stops', rest.payer is null,
    'kept_until', case when rest.is_gift or rest.is_ending then coalesce(rest.ends_at, rest.trial_end) end,
    -- Otherwise the account would lose its plan, and the person would go on paying for nothing.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true)
      and others.ids = '{}',
    'has_others', not plan.is_gift and others.ids <> '{}',
    'others', case when not plan.is_gift and (
      p_user_id = auth.uid() or private.has_active_role('admin') or others.ids <@ private.accounts_of(auth.uid(), 'owner', 'billing', 'member')
    ) then (select jsonb_agg(account.name order by lower(account.name), account.id) from public.accounts as account where account.id = any (others.ids)) end,
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  cross join lateral (select array_remove(private.accounts_by_plan(p_user_id), p_account) as ids) as others
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, in_trial: nothing is paid yet, stops: the account is free then, kept_until: the end of the other plan that keeps Premium, null without an end, must_end: they can''t before it is canceled, another person pays, or it gives another account Premium, too (an admin may do it), has_others: it goes on for other accounts, others: their names, null without any and for those who don''t see all of them, may_manage: the caller may cancel it}. Null for everyone else.';
