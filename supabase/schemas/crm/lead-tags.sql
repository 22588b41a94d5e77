-- Which tags live leads have. Triggers keep the counts, so that a list of tags never reads the leads. A tag that differs from a
-- known one only in case or spaces is the known one.

create function private.tag_key(p_tag text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return lower(btrim(regexp_replace(p_tag, '[\s\u00a0]+', ' ', 'g')));
end
$$;

comment on function private.tag_key(text) is
'Two tags with the same key are the same tag: case and spaces do not count. Same rule as tagKey in domain/lead-tags.ts.';

create table private.lead_tags (
  -- '' for unclaimed leads.
  owner text not null check (char_length(owner) <= 36),
  tag text not null check (octet_length(tag) <= 4000),
  leads bigint not null,
  key text not null generated always as (private.tag_key(tag)) stored check (octet_length(key) <= 4000),
  account_id uuid not null references public.accounts (id) on delete cascade,
  primary key (account_id, owner, tag)
);

comment on table private.lead_tags is 'How many live leads of an owner have a tag, by account. A tag without leads has no row.';

alter table private.lead_tags enable row level security;

create index lead_tags_key_idx on private.lead_tags (account_id, key);
create index lead_tags_empty_idx on private.lead_tags (account_id, owner) where leads = 0;

create function private.spell_tags(p_account uuid, p_tags text[]) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  one text;
  wanted text;
  known text;
  keys text[] := '{}';
  spelled text[] := '{}';
begin
  -- A loop, whose plans are kept. One statement for all tags would be planned again for each lead of an import.
  foreach one in array p_tags loop
    wanted := private.tag_key(one);
    continue when wanted is null or wanted = '' or wanted = any (keys);
    select kept.tag into known from private.lead_tags as kept where kept.account_id = p_account and kept.key = wanted
    group by kept.tag order by sum(kept.leads) desc, kept.tag limit 1;
    keys := keys || wanted;
    spelled := spelled || coalesce(known, btrim(regexp_replace(one, '[\s\u00a0]+', ' ', 'g')));
  end loop;
  return spelled;
end
$$;

comment on function private.spell_tags(uuid, text[]) is
'Tags without blanks and repetitions, each spelled as most leads of the account spell it. The order stays.';

create function private.spell_lead_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tags := private.spell_tags(new.account_id, new.tags);
  return new;
end
$$;

comment on function private.spell_lead_tags() is 'Trigger: keeps near-duplicates out of the tags of leads.';

create trigger spell_tags_added before insert on public.leads
for each row when (new.tags <> '{}' and current_setting('upfunnel.importing', true) is distinct from 'on')
execute function private.spell_lead_tags();

create trigger spell_tags_changed before update on public.leads
for each row when (new.tags is distinct from old.tags and new.tags <> '{}') execute function private.spell_lead_tags();

create function private.count_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, tags, 1 as change from new_leads where tags <> ''{}'' and new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, tags, -1 from old_leads where tags <> ''{}'' and old_leads.archived_at is null and not old_leads.is_spam';
  counted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_tags;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same tags cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, tags, change) as (%s)
      insert into private.lead_tags (account_id, owner, tag, leads)
      select lead.account_id, coalesce(lead.user_id::text, ''), used.tag, sum(lead.change)
      from lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
      group by 1, 2, 3 having sum(lead.change) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, tag) do update set leads = lead_tags.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  get diagnostics counted = row_count;
  if counted > 0 then delete from private.lead_tags as kept where kept.leads = 0; end if;
  return null;
end
$$;

comment on function private.count_tags() is 'Trigger: keeps private.lead_tags.';

create trigger count_tags_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.count_tags();

create trigger count_tags_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.count_tags();

create trigger count_tags_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.count_tags();

create trigger count_tags_truncated after truncate on public.leads
for each statement execute function private.count_tags();

create function private.tag_spellings(p_tags jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  with given (tag) as (
    select jsonb_array_elements_text(case jsonb_typeof(p_tags) when 'array' then p_tags else jsonb_build_array(p_tags) end)
  )
  select array(
    select given.tag from given
    union select kept.tag from private.lead_tags as kept
    where kept.account_id = private.workspace() and kept.key = any (array(select private.tag_key(given.tag) from given))
  )
$$;

comment on function private.tag_spellings(jsonb) is
'The given tags, and every spelling of them that leads have. Tags from before near-duplicates were kept out may have several.';

create function private.list_lead_tags(p_query text, p_limit integer) returns table (tag text, leads bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  asked text := private.tag_key(left(coalesce(p_query, ''), 100));
begin
  return query
  select (array_agg(used.tag order by used.leads desc, used.tag))[1], sum(used.leads)::bigint
  from (
    select kept.tag, kept.key, sum(kept.leads) as leads from private.lead_tags as kept
    where kept.account_id = private.workspace() and (everyone or kept.owner in (caller::text, '')) and (asked = '' or strpos(kept.key, asked) > 0)
    group by kept.tag, kept.key
  ) as used
  group by used.key
  order by used.key = asked desc, starts_with(used.key, asked) desc, sum(used.leads) desc, used.key
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

create function public.list_lead_tags(p_query text default '', p_limit integer default 20) returns table (tag text, leads bigint)
language sql stable
set search_path = ''
return private.list_lead_tags(p_query, p_limit);

comment on function public.list_lead_tags(text, integer) is
'The tags of the live leads that the caller sees, and how many leads have each: those that contain p_query, the same tag first, then those that begin with it, then the most used. Up to p_limit (100). 42501: not on the team.';

grant execute on function public.list_lead_tags(text, integer) to authenticated;
grant execute on function private.list_lead_tags(text, integer) to authenticated;
