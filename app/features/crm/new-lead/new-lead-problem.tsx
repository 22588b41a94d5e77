import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import type { DuplicateLead } from "./create-lead.ts";

type Props = { text: string; duplicate?: DuplicateLead; onOpen: (leadId: string) => void; onCreateAnyway: () => void };

/** Why it was not added; of a lead that there is already, the two ways on. */
export function NewLeadProblem({ text, duplicate, onOpen, onCreateAnyway }: Props) {
  return (
    <Banner tone={duplicate ? "warn" : "bad"} role="alert" title={text}>
      {duplicate && (
        <div className="flex flex-wrap gap-2 pt-1">
          {duplicate.leadId && (
            <Button size="sm" onClick={() => onOpen(duplicate.leadId ?? "")}>
              Open that lead
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onCreateAnyway}>
            Add all the same
          </Button>
        </div>
      )}
    </Banner>
  );
}
