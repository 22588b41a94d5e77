-- A request to set up a client names the lead, and the admins get an email.

alter table public.change_requests add column lead_id uuid;
comment on column public.change_requests.lead_id is 'The won lead whose client a sales person asks the admins to set up; null for every other request.';

alter table public.change_requests add constraint change_requests_lead_id_fkey
foreign key (lead_id) references public.leads (id) on delete set null;

create index change_requests_lead_id_idx on public.change_requests (lead_id) where lead_id is not null;

drop function private.request_client_setup(public.leads, uuid);

create function private.request_client_setup(p_lead public.leads, p_caller uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into public.change_requests (user_id, user_email, business_name, request_type, message, lead_id)
  select p_caller, person.email, coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)),
    'general_inquiry', format('Won: %s (%s). Please set up the client account, dashboard and retainer.',
      private.lead_title(p_lead), coalesce(p_lead.email, 'no email')), p_lead.id
  from auth.users as person where person.id = p_caller;
  perform private.notify_users(
    private.leaders_of(private.agency_account()), 'won-deal-handed-off', p_lead.id || ':' || clock_timestamp(),
    private.lead_mail_data(p_lead.id) || jsonb_build_object('by', coalesce(private.person_name(p_caller), 'A sales rep'))
  );
end
$$;

comment on function private.request_client_setup(public.leads, uuid) is
'Asks the admins, in their requests and by email, to set up a client that a sales person won.';

-- Requests from before have the address of the lead in their text, which stays.
alter table public.change_requests disable trigger touch_updated_at;

update public.change_requests as request
set lead_id = lead.id
from public.leads as lead
where request.message like 'Won: %' and lead.id = private.parse_uuid(substring(request.message from '/crm/leads/([0-9a-f-]{36})$'));

alter table public.change_requests enable trigger touch_updated_at;
