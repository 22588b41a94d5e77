-- The links of auth e-mails in the embedded modes. A link carries 256 random bits of its own; only their hash is kept, next to
-- the token by which the auth library knows the e-mail. A hosted project's auth service keeps its own.

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

comment on table private.email_links is 'What the links and codes in auth e-mails open, until they are used, replaced or too old.';
comment on column private.email_links.token_hash is 'SHA-256 of the link''s token; the token itself is in the e-mail only.';
comment on column private.email_links.user_id is 'The account.';
comment on column private.email_links.email is 'The mailbox that it was sent to, in lower case.';
comment on column private.email_links.kind is 'What it does.';
comment on column private.email_links.library_token is 'The token by which the auth library knows it: a hash of the address and the code.';
comment on column private.email_links.guesses is 'How often a code was tried against it.';
comment on column private.email_links.contested is 'Whether two passwords were chosen for this mailbox before it was confirmed: then the link keeps neither.';
comment on column private.email_links.created_at is 'When it was sent.';
comment on column private.email_links.expires_at is 'When it ends.';
comment on column private.email_links.used_at is 'When it was used, if it was.';

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
  -- One open link for each purpose; what is too old goes with it, unless it still says that the sign-up is contested.
  delete from private.email_links as link
  where link.user_id = p_user_id and (link.kind = p_kind or link.expires_at <= now() and not link.contested);
  insert into private.email_links (token_hash, user_id, email, kind, library_token, contested, expires_at)
  values (p_token_hash, p_user_id, lower(p_email), p_kind, p_library_token, is_contested, now() + make_interval(secs => p_seconds));
end
$$;

comment on function private.store_email_link(bytea, uuid, text, text, text, integer) is 'Notes a link that is about to be sent, in place of the earlier one.';

create function private.use_email_link(p_token_hash bytea, p_kind text)
returns table (user_id uuid, email text, library_token text, contested boolean)
language sql volatile
set search_path = ''
as $$
  update private.email_links as link set used_at = now()
  where link.token_hash = p_token_hash and link.kind = p_kind and link.used_at is null and link.expires_at > now()
  returning link.user_id, link.email, link.library_token, link.contested
$$;

comment on function private.use_email_link(bytea, text) is 'Uses a link up and says what it opens; no row when it is unknown, of another kind, used or too old.';

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
'Counts one try of a code against the open e-mails of an address, and says which still may be tried. After the most tries the code is void; its link stays.';

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
'Before a recovery or one-time link confirms an account: whoever chose its password need not be the owner of the mailbox.';
