import { Hand } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { prefersEmail } from "../lib/email-composer.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import type { QueueRow as Row } from "./use-queue.ts";

/** Under a card: the two things to do at once. */
export function QueueCardActions({ row: { lead } }: { row: Row }) {
  const { claimAndAnswer, claimAndText } = useLeadActions();
  return (
    <div className="hidden gap-2 bg-accent-tint px-4 pt-2 pb-3 @max-[519px]/queue:flex">
      <Button variant="primary" size="lg" className="z-1 flex-1" onClick={() => void claimAndAnswer(lead)}>
        <Hand aria-hidden="true" />
        {lead.phone ? "Claim and call" : prefersEmail(lead) ? "Claim and e-mail" : "Claim and log"}
      </Button>
      {lead.phone && (
        <Button size="lg" className="z-1" onClick={() => void claimAndText(lead)}>
          <KindIcon kind="sms" /> SMS
        </Button>
      )}
    </div>
  );
}
