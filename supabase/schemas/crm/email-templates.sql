-- Email templates: texts that a team writes once and sends to many leads.

create table public.email_templates (
  id uuid primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 60),
  subject text not null check (subject ~ '\S' and char_length(subject) <= 200),
  body text not null check (body ~ '\S' and char_length(body) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users (id) on delete set null
);

comment on table public.email_templates is
'The email templates of a workspace, beside those that come with the product (domain/email-templates.ts). Each email stores its own text.';
comment on column public.email_templates.id is 'The template.';
comment on column public.email_templates.account_id is 'The account whose team uses it.';
comment on column public.email_templates.name is 'Its name in the list, once for each account in any case.';
comment on column public.email_templates.subject is 'The subject, with placeholders such as {{first_name}}.';
comment on column public.email_templates.body is 'The message, with the same placeholders.';
comment on column public.email_templates.created_at is 'When it was saved first.';
comment on column public.email_templates.updated_at is 'When it last changed.';
comment on column public.email_templates.updated_by is 'Who last saved it; null if they are gone.';

create unique index email_templates_name_idx on public.email_templates (account_id, lower(name));
create index email_templates_updated_by_idx on public.email_templates (updated_by);

create trigger touch_updated_at before update on public.email_templates for each row execute function private.touch_updated_at();

alter table public.email_templates enable row level security;

call private.require_sufficient_sessions('public.email_templates');

grant select, insert, update, delete on public.email_templates to service_role;
grant select on public.email_templates to authenticated;

create policy "People read the templates of their workspace" on public.email_templates
for select to authenticated
using (account_id = (select private.workspace()));

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

create function private.in_braces(p_text text) returns table (written text, place bigint)
language sql immutable
set search_path = ''
as $$
  select found.parts[1], found.place
  from regexp_matches(
    p_text, '\{\{(?:[^}]|\}[^}])*\}\}+|\{+[ \t\r\n]*(?:first_name|company|agency|sender)[ \t\r\n]*\}+', 'gi'
  ) with ordinality as found (parts, place)
$$;

comment on function private.in_braces(text) is
'What a text has in double braces, and a placeholder in any other braces, in the text''s order. domain/email-templates.ts has the same rule.';

create function private.unknown_placeholder(p_text text) returns text
language sql immutable
set search_path = ''
as $$
  select found.written from private.in_braces(p_text) as found
  where found.written !~ '^\{\{[ \t\r\n]*(?:first_name|company|agency|sender)[ \t\r\n]*\}\}$'
  order by found.place limit 1
$$;

comment on function private.unknown_placeholder(text) is
'What is in braces like a placeholder but isn''t one, as it is written; null if all are correct. domain/email-templates.ts has the same rule.';

create function private.require_placeholders(p_text text, p_field text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  unknown constant text := private.unknown_placeholder(p_text);
begin
  if unknown is not null then
    perform private.refuse('placeholder_unknown', '22023', format('%s isn''t a placeholder, so the lead would read it', left(unknown, 60)), p_field);
  end if;
end
$$;

comment on function private.require_placeholders(text, text) is 'Refuses a text of a template with something in braces that no lead''s value replaces.';

create function private.require_filled_in(p_text text, p_field text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  unfilled constant text := (select found.written from private.in_braces(p_text) as found order by found.place limit 1);
begin
  if unfilled is not null then
    perform private.refuse('placeholder_unfilled', '22023', format('%s isn''t filled in, so the lead would read it', left(unfilled, 60)), p_field);
  end if;
end
$$;

comment on function private.require_filled_in(text, text) is 'Refuses a text of an email with a placeholder, because only inserting a template fills it in.';

create function private.require_email_text(p_name text, p_subject text, p_body text) returns void
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
  perform private.require_placeholders(private.one_line(p_subject), 'subject');
  perform private.require_placeholders(p_body, 'body');
end
$$;

comment on function private.require_email_text(text, text, text) is 'Refuses a template without a name, subject or message that people can see, with one that is too long, or with an unknown placeholder.';

create function private.save_email_template(p_id uuid, p_name text, p_subject text, p_body text, p_updated_at timestamptz) returns timestamptz
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
    perform private.refuse('outdated', 'PT409', format('%s just changed this template', private.who_did(known.updated_by)));
  end if;
  begin
    insert into public.email_templates (id, account_id, name, subject, body, updated_by) values (p_id, account, called, about, p_body, auth.uid())
    -- Someone else may have saved this id a moment ago.
    on conflict (id) do update set name = excluded.name, subject = excluded.subject, body = excluded.body, updated_by = excluded.updated_by
    where email_templates.account_id = account and email_templates.updated_at is not distinct from p_updated_at
    returning updated_at into saved;
  exception when unique_violation then
    perform private.refuse('name_taken', 'PT409', 'Another template has this name', 'name');
  end;
  if saved is null then perform private.refuse('outdated', 'PT409', 'Someone else just saved this template'); end if;
  return saved;
end
$$;

create function public.save_email_template(p_id uuid, p_name text, p_subject text, p_body text, p_updated_at timestamptz default null)
returns timestamptz language sql volatile
set search_path = ''
return private.save_email_template(p_id, p_name, p_subject, p_body, p_updated_at);

comment on function public.save_email_template(uuid, text, text, text, timestamptz) is
'Adds a template to the workspace, or changes the one that the caller saw at p_updated_at; returns its updated_at. 22023, 22001: what is wrong, with the field. PT404: it was deleted. PT409: outdated, or name_taken. 42501: not on the team, or a free plan.';

create function private.delete_email_template(p_id uuid, p_updated_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known public.email_templates;
begin
  perform private.require_premium();
  select held.* into known from public.email_templates as held where held.id = p_id and held.account_id = private.workspace() for update;
  if known.id is not null and known.updated_at is distinct from p_updated_at then perform private.refuse('outdated', 'PT409', format('%s just changed this template', private.who_did(known.updated_by))); end if;
  delete from public.email_templates as gone where gone.id = known.id;
end
$$;

create function public.delete_email_template(p_id uuid, p_updated_at timestamptz) returns void
language sql volatile
set search_path = ''
return private.delete_email_template(p_id, p_updated_at);

comment on function public.delete_email_template(uuid, timestamptz) is
'Deletes a template of the workspace as the caller saw it at p_updated_at. Nothing happens if it is gone. PT409: outdated. 42501: not on the team, or a free plan.';

grant execute on function public.save_email_template(uuid, text, text, text, timestamptz) to authenticated;
grant execute on function private.save_email_template(uuid, text, text, text, timestamptz) to authenticated;
grant execute on function public.delete_email_template(uuid, timestamptz) to authenticated;
grant execute on function private.delete_email_template(uuid, timestamptz) to authenticated;
