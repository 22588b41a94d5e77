import { Building2 } from "lucide-react";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

/**
 * In the portal of a person without an account, in place of what an account has. Every client gets an account with the role, so they left
 * it, were removed, or it was archived.
 */
export function NoAccount() {
  return (
    <Card>
      <EmptyState
        icon={<Building2 />}
        title="You don't belong to any account"
        text="You left it or were removed, or it was archived. Its owner can invite you again."
      />
    </Card>
  );
}
