-- A client learns by email what the agency changed about a retainer.

create function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  known jsonb;
begin
  -- A change that the client was not told yet counts from what they know.
  with untold as (
    delete from private.outbox as mail
    where mail.status = 'queued' and starts_with(mail.dedupe_key, format('retainer-changed:%s:', new.id))
    returning mail.payload #> '{data}' as data
  )
  select jsonb_build_object('amount', data ->> 'amountBefore', 'status', data ->> 'statusBefore', 'ends', data ->> 'endsBefore')
  into known from untold limit 1;
  known := coalesce(known, jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date));
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, private.agency_day() + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

create trigger announce_retainer_change after update on public.retainers
for each row when (
  old.client_id = new.client_id and old.status <> 'pending' and new.status <> 'pending'
  and (
    old.monthly_amount <> new.monthly_amount or old.end_date is distinct from new.end_date
    -- A retainer whose last day passes is completed without news.
    or old.status <> new.status and new.status in ('active', 'paused', 'canceled')
  )
) execute function private.announce_retainer_change();
