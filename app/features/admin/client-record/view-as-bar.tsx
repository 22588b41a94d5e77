import { Eye } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import { Button } from "~/ui/button.tsx";

/** For the state of a link to a client's portal: the screen with the link, to which Leave returns. */
export function useLeaveHere() {
  const { pathname, search } = useLocation();
  return { leaveTo: pathname + search };
}

/** Says on every page of the portal that an admin views it as a client, and leads back to where the visit began. */
export function ViewAsBar({ client }: { client: { id: string; name: string } }) {
  const { state } = useLocation();
  const [leaveTo] = useState<unknown>(state?.leaveTo);
  return (
    <section
      aria-label="View as client"
      className="sticky top-0 z-30 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-role-admin-bg px-4 py-1.5 text-13 text-role-admin-fg md:px-6"
    >
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">You're viewing the portal as {client.name}.</span> You can't change anything here.
        This visit is recorded in the audit log.
      </p>
      <Button size="sm" asChild>
        <RouterLink to={typeof leaveTo === "string" ? leaveTo : `/admin/clients/${client.id}`}>Leave</RouterLink>
      </Button>
    </section>
  );
}
