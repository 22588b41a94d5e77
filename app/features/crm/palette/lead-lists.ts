import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useSession } from "~/shared/use-session.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { tagKey } from "../../../../domain/lead-tags.ts";
import { teamQuery, useStages } from "../lib/api.ts";
import { leadsPath } from "../lib/lead-filter.ts";
import { beginsWords } from "./matching.ts";

/** A list of leads that has a name of its own: a stage, an owner or a tag. */
export type LeadList = { label: string; to: string; kind: "stage" | "owner" | "tag"; value: string };

type Known = {
  stages: readonly { key: string; label: string }[];
  team: readonly { user_id: string; name: string }[];
  tags: readonly string[];
  /** The only owner whose leads the user sees: reps see no leads of colleagues. Missing if they see everyone's. */
  onlyOwner?: string | undefined;
};

const MAX_LISTS = 5;

/** The lists whose names begin with what was typed: 'won' and 'leads in won' are the leads in Won. */
export function listsNamed(typed: string, { stages, team, tags, onlyOwner }: Known): LeadList[] {
  const name = typed.replace(/^leads( (in|of|tagged))?( |$)/i, "").trim();
  if (name.length < 2) return [];
  const list = (kind: LeadList["kind"], field: string, value: string, label: string): LeadList => ({
    ...{ kind, value, label },
    to: leadsPath({ op: "and", rules: [{ field, is: "in", value: [value] }] }),
  });
  return [
    ...stages
      .filter(({ label }) => beginsWords(label, name))
      .map(({ key, label }) => list("stage", "stage", key, `Leads in ${label}`)),
    ...team
      .filter((one) => onlyOwner === undefined || one.user_id === onlyOwner)
      .filter((one) => beginsWords(one.name, name))
      .map((one) => list("owner", "owner", one.user_id, `Leads of ${one.name}`)),
    ...tags.filter((tag) => beginsWords(tag, name)).map((tag) => list("tag", "tags", tag, `Leads tagged “${tag}”`)),
  ].slice(0, MAX_LISTS);
}

export function useLeadLists(typed: string, isAdmin: boolean): { lists: LeadList[]; pending: boolean } {
  const { stages } = useStages();
  const me = useSession().user?.id ?? "";
  const onlyOwner = (useWorkspace()?.sees_all_leads ?? isAdmin) ? undefined : me;
  const { data: team = [], isLoading: isTeamLoading } = useQuery({ ...teamQuery, enabled: typed.length > 1 });
  const wanted = tagKey(typed.replace(/^leads tagged /i, ""));
  const asked = useThrottledValue(wanted);
  const {
    data: tags = [],
    isLoading,
    isPlaceholderData,
    isFetching,
  } = useQuery({
    queryKey: queryKeys.crmTags(asked),
    queryFn: () => rpc("list_lead_tags", { p_query: asked, p_limit: 50 }),
    placeholderData: keepPreviousData,
    enabled: asked.length > 1,
  });
  return {
    lists: listsNamed(typed, { stages, team, tags: tags.map(({ tag }) => tag), onlyOwner }),
    pending: typed.length > 1 && (isTeamLoading || wanted !== asked || isLoading || (isPlaceholderData && isFetching)),
  };
}
