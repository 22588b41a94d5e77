import { UserRoundX } from "lucide-react";
import { Link } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { ServiceError } from "~/shared/service-error.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

/** In the place of a lead that cannot be shown. Whether there is one that is somebody else's is not said. */
export function LeadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const none = error instanceof ServiceError && error.code === "PT404";
  if (!none)
    return (
      <div className="p-4">
        <LoadError text="The lead could not be loaded" error={error} onRetry={onRetry} />
      </div>
    );
  return (
    <div role="alert">
      <EmptyState
        icon={<UserRoundX />}
        title="There is no such lead, or it is not yours"
        text="Sales people see their own leads and those that nobody owns. It may have been given to somebody else, or deleted."
        className="py-16"
      >
        <Button asChild>
          <Link to="/crm">Go to Today</Link>
        </Button>
      </EmptyState>
    </div>
  );
}
