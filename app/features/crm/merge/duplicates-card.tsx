import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { headingOf, returnsFocusTo } from "~/ui/keep-focus.ts";
import { stagesQuery } from "../lib/api.ts";
import { type Duplicate, duplicatesQuery } from "./api.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { useShowKept } from "./use-show-kept.ts";

const REASONS: Record<string, string> = { email: "Same email", phone: "Same phone", name: "Similar name and company" };

/** After a merge that keeps the other lead, or that leaves no duplicate, what comes next has nothing to do with it. */
const returnsFocusToLead = returnsFocusTo(() =>
  document.querySelector("[data-duplicates]")
    ? null
    : (document.querySelector("[data-sheet][data-state=open]") ?? headingOf(document.body)),
);

/** Leads that may be the same person. Renders nothing when there are none. */
export function DuplicatesCard({ leadId }: { leadId: string }) {
  const { data = [] } = useQuery(duplicatesQuery(leadId));
  const { data: stages = [] } = useQuery(stagesQuery);
  const [compared, setCompared] = useState<string | null>(null);
  const showKept = useShowKept(leadId);
  if (data.length === 0) return null;
  const merged = (keptId: string) => {
    setCompared(null);
    showKept(keptId);
  };
  return (
    <section
      ref={returnsFocusToLead}
      data-duplicates=""
      aria-labelledby={`duplicates-${leadId}`}
      className="grid grid-cols-1 gap-2.5 border-line border-b p-5 phone:px-4"
    >
      <h3 id={`duplicates-${leadId}`} className="flex items-center gap-2 font-semibold text-sm">
        {data.length === 1 ? "Possible duplicate" : "Possible duplicates"}
        <span className="num rounded-sm bg-warn-bg px-1.5 text-warn-fg text-xs">{data.length}</span>
      </h3>
      <ul className="grid grid-cols-1 gap-2.5">
        {data.map((one) => (
          <li key={one.id} className="flex items-center gap-2.5">
            <Avatar name={one.name ?? one.company ?? one.owner_name ?? "?"} size={24} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere line-clamp-3 text-13">{titleOf(one)}</p>
              <p className="text-ink-3 text-xs">
                {[
                  one.same.map((why) => REASONS[why] ?? why).join(", "),
                  one.may_merge && (stages.find(({ key }) => key === one.stage)?.label ?? null),
                  one.is_archived && "archived",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            {one.may_merge && (
              <Button size="sm" onClick={() => setCompared(one.id)} aria-label={`Compare with ${titleOf(one)}`}>
                Compare
              </Button>
            )}
          </li>
        ))}
      </ul>
      {compared && (
        <MergeDialog keepId={leadId} otherId={compared} onClose={() => setCompared(null)} onMerged={merged} />
      )}
    </section>
  );
}

function titleOf({ may_merge, name, company, email, owner_name }: Duplicate): string {
  if (!may_merge && !name && !company) return owner_name ? `${owner_name}'s lead` : "A colleague's lead";
  return [name ?? email ?? "Unnamed lead", company].filter(Boolean).join(", ");
}
