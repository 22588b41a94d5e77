-- Someone with a page open in two tabs read that another person had saved it.

create or replace function private.lock_landing_draft(p_page_id uuid, p_seen_revision integer) returns public.landing_drafts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.landing_drafts;
begin
  select draft.* into held from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if p_seen_revision is not null and held.revision <> p_seen_revision then
    perform private.refuse(
      'outdated', 'PT409',
      case
        when held.updated_by = auth.uid() then 'You just saved this page in another tab'
        else format('%s just saved this page', coalesce(private.person_name(held.updated_by), 'Someone'))
      end,
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  return held;
end
$$;

comment on function private.lock_landing_draft(uuid, integer) is
'Locks and returns the draft. PT404: no such page. PT409: names the person who saved since the given revision, or says that it was the caller in another tab.';
