import { useEffect, useRef, useState } from "react";
import { markBeingAnswered } from "../lib/log-activity.ts";

export type ComposerTab = "note" | "call" | "sms" | "email";

/** The composer of a lead: which tab is open, and a way to open one and go there. */
export function useComposer(leadId: string) {
  const [tab, setTab] = useState<ComposerTab>("note");
  const [focusRequests, setFocusRequests] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusRequests === 0) return;
    place.current?.scrollIntoView({ block: "nearest" });
    place.current?.querySelector<HTMLElement>("[data-first], select")?.focus();
  }, [focusRequests]);
  const openTab = (next: ComposerTab) => {
    if (next !== "note") markBeingAnswered(leadId);
    setTab(next);
    setFocusRequests((before) => before + 1);
  };
  return { tab, setTab, openTab, place };
}
