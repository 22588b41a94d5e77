import { useCallback } from "react";
import { useUrlState } from "~/shared/use-url-state.ts";

/** The lead whose drawer is open is part of the address: ?lead=<id> on every page of the CRM. */
export function useOpenLead() {
  const { read, change } = useUrlState();
  const open = useCallback((leadId: string) => change({ lead: leadId }, { push: true }), [change]);
  const show = useCallback((leadId: string) => change({ lead: leadId }), [change]);
  const close = useCallback(() => change({ lead: "" }), [change]);
  return { leadId: read("lead"), open, show, close };
}
