import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { hasTag, tagKey, tidyTag } from "../../../../domain/lead-tags.ts";

/** A known tag and how many leads have it, or a tag that the choice would create. */
export type TagOption = { tag: string; leads: number; isNew: boolean };

type Options = { typed: string; tags: readonly string[]; canCreate: boolean; enabled: boolean };

const MAX_OPTIONS = 50;

/** The known tags that contain the typed text, the most used first, without those that are chosen already. */
export function useTagOptions({ typed, tags, canCreate, enabled }: Options) {
  const text = tidyTag(typed);
  const asked = useThrottledValue(tagKey(text));
  const found = useQuery({
    queryKey: queryKeys.crmTags(asked),
    queryFn: () => rpc("list_lead_tags", { p_query: asked, p_limit: MAX_OPTIONS }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const isCurrent = asked === tagKey(text) && found.isSuccess && !found.isPlaceholderData;
  const known = (found.data ?? []).map(({ tag, leads }): TagOption => ({ tag, leads, isNew: false }));
  const options = known.filter(({ tag }) => !hasTag(tags, tag));
  const isKnown = known.some(({ tag }) => tagKey(tag) === tagKey(text)) || hasTag(tags, text);
  if (text && canCreate && isCurrent && !isKnown) options.push({ tag: text, leads: 0, isNew: true });
  return { options, isCurrent, note: noteOf() };

  function noteOf(): string {
    if (found.isError) return "Couldn't load the tags. You can still type one.";
    if (found.isPending) return "Loading tags…";
    if (text && hasTag(tags, text)) return "This tag is already chosen.";
    if (text) return `No tag contains “${text}”.`;
    if (known.length > 0) return "All tags are chosen.";
    return canCreate ? "No tags yet. Type one and press Enter." : "No tags yet.";
  }
}
