-- A template with a wrong placeholder was saved, and the lead read it.

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
  perform private.require_placeholders(private.one_line(p_subject), 'subject');
  perform private.require_placeholders(p_body, 'body');
end
$$;

comment on function private.require_email_text(text, text, text) is 'Refuses a template without a name, subject or message that people can see, with one that is too long, or with an unknown placeholder.';
