import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUuid } from "~/shared/is-uuid.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Banner } from "~/ui/banner.tsx";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { callNowQuery } from "../lead-actions/api.ts";
import type { Calls } from "./api.ts";
import { dayOf, weekOf } from "./week.ts";

type Props = {
  linked: string;
  /** The first day of the shown week. */
  first: string;
  /** The shown week; undefined while it loads. */
  week: Calls | undefined;
};

/**
 * What became of the call that a link shows. Emails and the bell keep the week that it had then: after a move, the week of today
 * opens. A canceled call, and one that a colleague took over, get a notice.
 */
export function LinkedCall({ linked, first, week }: Props) {
  const { change } = useUrlState();
  const found = week?.calls.find(({ id }) => id === linked);
  const isElsewhere = week !== undefined && !found;
  const { data: now, isSuccess } = useQuery({ ...callNowQuery(linked), enabled: isElsewhere && isUuid(linked) });
  const itsWeek = now ? weekOf(dayOf(new Date(now.starts_at))) : first;
  const isOfOther = isElsewhere && itsWeek === first && week.sees_all && week.host !== null && Boolean(now);
  useEffect(() => {
    if (!isElsewhere) return;
    if (itsWeek !== first) change({ week: itsWeek });
    else if (isOfOther) change({ who: "all" });
  }, [isElsewhere, itsWeek, first, isOfOther, change]);
  if (found?.state === "cancelled")
    return <Notice title={`The call with ${found.name} on ${formatCallTime(found.starts_at)} was canceled.`} />;
  if (!isElsewhere || itsWeek !== first || isOfOther || (isUuid(linked) && !isSuccess)) return null;
  // A lead's owner may know what became of a colleague's call with it.
  if (now?.state === "cancelled")
    return <Notice title={`The call on ${formatCallTime(now.starts_at)} was canceled.`} />;
  return <Notice title="You don't have this call anymore. A colleague may have taken it over." />;
}

const Notice = ({ title }: { title: string }) => (
  <Banner tone="warn" role="status" className="m-3 shrink-0" title={title} />
);
