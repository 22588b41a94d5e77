-- Links in auth emails of the embedded modes. Each link has 256 random bits. Only their hash is stored, with the token by which
-- the auth library knows the email. The auth service of a hosted project keeps its own links.

create table private.email_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change')),
  library_token text not null check (char_length(library_token) <= 255),
  guesses integer not null default 0 check (guesses >= 0),
  contested boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

comment on table private.email_links is 'What the links and codes in auth emails open, until they are used, replaced or expired.';
comment on column private.email_links.token_hash is 'SHA-256 of the link''s token; the token itself is in the email only.';
comment on column private.email_links.user_id is 'The account.';
comment on column private.email_links.email is 'The mailbox that it was sent to, in lower case.';
comment on column private.email_links.kind is 'What it does.';
comment on column private.email_links.library_token is 'The token by which the auth library knows it: a hash of the address and the code.';
comment on column private.email_links.guesses is 'How many times a code was tried.';
comment on column private.email_links.contested is
'Whether two passwords were chosen for this mailbox before it was confirmed. Then the link keeps neither.';
comment on column private.email_links.created_at is 'When it was sent.';
comment on column private.email_links.expires_at is 'When it expires.';
comment on column private.email_links.used_at is 'When it was used.';

create index email_links_user_id_idx on private.email_links (user_id, kind);
create index email_links_email_idx on private.email_links (email);

alter table private.email_links enable row level security;

create function private.store_email_link(
  p_token_hash bytea, p_user_id uuid, p_email text, p_kind text, p_library_token text, p_seconds integer
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  is_contested constant boolean := exists (
    select from private.email_links as link where link.user_id = p_user_id and link.kind = p_kind and link.contested
  );
begin
  -- Keeps one open link for each purpose. Expired links are deleted too, unless one marks the sign-up as contested.
  delete from private.email_links as link
  where link.user_id = p_user_id and (link.kind = p_kind or link.expires_at <= now() and not link.contested);
  insert into private.email_links (token_hash, user_id, email, kind, library_token, contested, expires_at)
  values (p_token_hash, p_user_id, lower(p_email), p_kind, p_library_token, is_contested, now() + make_interval(secs => p_seconds));
end
$$;

comment on function private.store_email_link(bytea, uuid, text, text, text, integer) is
'Stores a link that is about to be sent, in place of the earlier one.';

create function private.use_email_link(p_token_hash bytea, p_kind text)
returns table (user_id uuid, email text, library_token text, contested boolean)
language sql volatile
set search_path = ''
as $$
  update private.email_links as link set used_at = now()
  where link.token_hash = p_token_hash and link.kind = p_kind and link.used_at is null and link.expires_at > now()
  returning link.user_id, link.email, link.library_token, link.contested
$$;

comment on function private.use_email_link(bytea, text) is
'Uses up a link and returns what it opens; no row when it is unknown, of another kind, used or expired.';

create function private.attempt_email_code(p_email text, p_kinds text[], p_max integer)
returns table (token_hash bytea, kind text, library_token text)
language sql volatile
set search_path = ''
as $$
  update private.email_links as link set guesses = link.guesses + 1
  where link.email = lower(p_email) and link.kind = any (p_kinds) and link.used_at is null and link.expires_at > now()
    and link.guesses < p_max
  returning link.token_hash, link.kind, link.library_token
$$;

comment on function private.attempt_email_code(text, text[], integer) is
'Counts one try of a code against the open emails of an address, and returns those that may still be tried. After p_max tries the code is void; its link still works.';

create function private.clear_unconfirmed_password(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update auth.users as account set encrypted_password = null where account.id = p_user_id and account.email_confirmed_at is null;
  if found then delete from auth.sessions as session where session.user_id = p_user_id; end if;
end
$$;

comment on function private.clear_unconfirmed_password(uuid) is
'Runs before a recovery or one-time link confirms an account, because the person who chose its password may not own the mailbox.';
