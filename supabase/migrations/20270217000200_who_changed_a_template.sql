-- Someone whose template a colleague changed in the meantime reads who it was.

alter table public.email_templates add column updated_by uuid references auth.users (id) on delete set null;

comment on column public.email_templates.updated_by is 'Who last saved it; null if they are gone.';

create index email_templates_updated_by_idx on public.email_templates (updated_by);

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

create or replace function private.delete_email_template(p_id uuid, p_updated_at timestamptz) returns void
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
