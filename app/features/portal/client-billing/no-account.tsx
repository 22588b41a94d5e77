import { Building2 } from "lucide-react";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { mailLink } from "../../../../domain/mail-link.ts";

/**
 * In the portal of a person without an account, in place of what an account has. Every client gets an account with the role, so they left
 * it, were removed, or it was archived. Its last person leaves no owner who could invite them.
 */
export function NoAccount() {
  const { data: agency } = useAgencyContact();
  return (
    <Card>
      <EmptyState
        icon={<Building2 />}
        title="You don't belong to any account"
        text="You left it or were removed, or it was archived. Its owner or we can invite you again."
      >
        {agency && (
          <Button asChild>
            <a href={mailLink(agency.email)}>Send an email</a>
          </Button>
        )}
      </EmptyState>
    </Card>
  );
}
