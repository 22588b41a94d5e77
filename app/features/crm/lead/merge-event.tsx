import type { MergeInfo } from "../lib/lead-types.ts";
import type { TimelineEvent } from "./load-timeline.ts";
import { OtherLead } from "./merge-parts.tsx";

/** What a merge did, or its end, as a sentence after the name of who did it; the other lead is a link. */
export function MergeEvent({ event }: { event: TimelineEvent }) {
  const merge = mergeOf(event);
  const other = <OtherLead merge={merge} />;
  const { what, was } = event.payload;
  if (what === "undone")
    return was === "merged" ? <>took this lead out of {other} again</> : <>took {other} out of this lead again</>;
  return (
    <>
      {what === "merged" ? <>merged this lead into {other}</> : <>merged {other} into this lead</>}
      {merge.undone_at && <span className="text-ink-3">, taken apart since</span>}
    </>
  );
}

/** The merge that an entry of a history is about, as the database shows it there. */
export function mergeOf({ payload }: TimelineEvent): MergeInfo {
  return payload as MergeInfo;
}
