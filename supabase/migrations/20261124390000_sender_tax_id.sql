-- The invoice's page shows the sender's tax number, as the PDF does.

create or replace function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'tax_id', settings.tax_id, 'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo())
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, tax_id, currency, time_zone, logo: {name, width, height, plate} or null}. Billing days are days in that zone. For everybody who is signed in.';
