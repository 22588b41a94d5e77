import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import type { KnownLead } from "./create-lead.ts";

type Props = { text: string; known?: KnownLead; onOpen: (leadId: string) => void; onAnyway: () => void };

/** Why it was not added; of a lead that there is already, the two ways on. */
export function NewLeadProblem({ text, known, onOpen, onAnyway }: Props) {
  return (
    <Banner tone={known ? "warn" : "bad"} role="alert" title={text}>
      {known && (
        <div className="flex flex-wrap gap-2 pt-1">
          {known.leadId && (
            <Button size="sm" onClick={() => onOpen(known.leadId ?? "")}>
              Open that lead
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onAnyway}>
            Add all the same
          </Button>
        </div>
      )}
    </Banner>
  );
}
