import { useNavigate } from "react-router";
import { useUrlState } from "~/shared/use-url-state.ts";
import { crmPath } from "~/shared/workspace.ts";

/** After a merge, shows the kept lead instead of the one that was merged into it. */
export function useShowKept(leadId: string) {
  const navigate = useNavigate();
  const { read, change } = useUrlState();
  return (keptId: string) => {
    if (keptId === leadId) return;
    if (read("lead")) change({ lead: keptId });
    else if (location.pathname.startsWith(crmPath("/leads/"))) {
      void navigate(crmPath(`/leads/${keptId}`), { replace: true });
    }
  };
}
