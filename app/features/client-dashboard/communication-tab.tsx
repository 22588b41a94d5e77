import { MessagesSquare } from "lucide-react";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

/** Spec §2: Communication is a coming-soon placeholder. */
export function CommunicationTab() {
  return (
    <Card>
      <EmptyState
        icon={<MessagesSquare />}
        title="Coming soon"
        text="Messages with your account manager will live here. Until then, use Request Service Change: we answer within 24 hours."
      />
    </Card>
  );
}
