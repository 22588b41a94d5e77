-- A line says whether it is a discount. Only a discount has a price below zero.

alter table public.invoice_lines add column is_discount boolean not null default false;

comment on column public.invoice_lines.is_discount is 'Whether it lowers the total. Only such a line has a price below zero.';
comment on column public.invoice_lines.unit_amount is 'The price of one, in the currency''s smallest unit; zero or less for a discount.';

-- The lines of sent invoices can't be changed otherwise, and no admin does this.
alter table public.invoice_lines disable trigger user;

update public.invoice_lines as line set is_discount = true where line.unit_amount < 0;

alter table public.invoice_lines enable trigger user;

alter table public.invoice_lines
add constraint price_or_discount check (case when is_discount then unit_amount <= 0 else unit_amount >= 0 end);

create or replace function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  wrong bigint;
  total numeric;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 200 then
    perform private.refuse('lines_invalid', '22023', 'The lines must be a list of at most 200', 'lines');
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where jsonb_typeof(line.body) is distinct from 'object'
    or btrim(coalesce(line.body ->> 'description', '')) = '' or char_length(line.body ->> 'description') > 500
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}(\.[0-9]{1,2})?$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$'
    or coalesce(line.body ->> 'is_discount', 'false') not in ('true', 'false');
  if wrong is null then
    select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
    where (line.body ->> 'quantity')::numeric not between 0.01 and 100000;
  end if;
  if wrong is not null then
    perform private.refuse(
      'line_invalid', '22023',
      format('Line %s needs a description (up to 500 characters), a quantity from 0.01 to 100,000 with at most two decimals, and an amount', wrong),
      'lines'
    );
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where sign((line.body ->> 'unit_amount')::integer) = case when (line.body ->> 'is_discount')::boolean then 1 else -1 end;
  if wrong is not null then
    perform private.refuse(
      'line_sign_wrong', '22023', format('Line %s: a price can''t be below zero, and a discount can''t be above zero', wrong), 'lines'
    );
  end if;
  select coalesce(sum(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total can''t be negative', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is above the payment limit (99,999,999 of the smallest currency unit)', 'lines');
  end if;
  delete from public.invoice_lines as line where line.invoice_id = p_invoice_id;
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount, is_discount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::integer,
    coalesce((line.body ->> 'is_discount')::boolean, false)
  from jsonb_array_elements(p_lines) with ordinality as line (body, position);
end
$$;

comment on function private.write_invoice_lines(uuid, jsonb) is
'Replaces a draft''s lines with a list of {description, quantity, unit_amount, is_discount (false without it)}. Refuses the first wrong line by its number.';

comment on function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) is
'Creates a draft for an active client, or for the account p_account_id (its first owner, or nobody yet), from lines {description, quantity, unit_amount in the smallest unit, is_discount: true if it is zero or less} and returns its id. A repeated id creates nothing. Sending it draws its number.';

create or replace function private.duplicate_invoice(p_invoice_id uuid, p_new_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  lines jsonb;
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  select jsonb_agg(jsonb_build_object('description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount,
    'is_discount', line.is_discount) order by line.position)
  into lines from public.invoice_lines as line where line.invoice_id = held.id;
  -- A person who has left the account is not billed for it again.
  return public.create_invoice(
    case when held.account_id is null or exists (
      select from public.account_members as member where member.account_id = held.account_id and member.user_id = held.client_id
    ) then held.client_id end, held.description, private.agency_day() + (select settings.payment_days from public.agency_settings as settings), held.currency,
    coalesce(lines, jsonb_build_array(jsonb_build_object(
      'description', coalesce(nullif(btrim(left(held.description, 500)), ''), 'Marketing services'), 'quantity', 1, 'unit_amount', held.amount
    ))),
    p_new_id, null, null, held.account_id
  );
end
$$;

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
    ),
    'today', private.agency_day(),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount,
        'is_discount', line.is_discount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry left join public.invoice_events as event on event.payment_id = entry.id where entry.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;
