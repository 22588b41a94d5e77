import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

/** Spec §2: a coming-soon placeholder. It says what will come, and how to reach the team today. */
export function CommunicationTab({ serviceRequest }: { serviceRequest: ReactNode }) {
  const { data: agency } = useAgencyContact();
  return (
    <Card>
      <EmptyState
        icon={<MessagesSquare />}
        title="Coming soon"
        text="Messages with your account manager, files and decisions in one place."
        className="pb-6"
      />
      <div className="grid justify-items-center gap-3 border-line-soft border-t px-4 py-6 text-center text-13">
        <p className="max-w-[46ch] text-balance text-ink-2">
          Until then we are one message away: ask for a change{agency ? `, or write to ${agency.email}` : ""}. We answer
          within 24 hours.
        </p>
        <div className="flex flex-wrap justify-center gap-2 phone:w-full phone:[&>:not(.sr-only)]:w-full">
          {serviceRequest}
          {agency && (
            <Button variant="ghost" asChild>
              <a href={`mailto:${agency.email}`}>Write an e-mail</a>
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
