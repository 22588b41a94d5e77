import { useEffect, useRef } from "react";
import { leadName } from "../../../../domain/lead-name.ts";
import type { Pulse } from "../lib/pulse.ts";

/** Whether the browser can show notifications and nobody has said yes or no yet. */
export function canRequestNotifications(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "default";
}

/** Only ever after somebody pressed the button for it. */
export async function requestNotifications(): Promise<void> {
  await Notification.requestPermission();
}

/** The count in the title of the tab, and a notification for each arrival while the page is not looked at. */
export function useArrivalNotifications(pulse: Pulse | undefined, path: string): void {
  const count = pulse?.unanswered ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page brings a title of its own
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${plain}` : plain;
  }, [count, path]);
  const known = useRef<string | undefined>(undefined);
  const newest = pulse?.newest;
  useEffect(() => {
    if (!pulse) return;
    const before = known.current;
    known.current = newest?.arrived_at ?? before ?? pulse.now;
    if (!newest || before === undefined || newest.arrived_at <= before || !document.hidden) return;
    if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
    const note = new Notification(`${leadName(newest)} is waiting`, {
      body: newest.company ?? "A new lead",
      tag: newest.id,
    });
    note.onclick = () => {
      focus();
      location.assign(`/crm?lead=${newest.id}`);
    };
  }, [pulse, newest]);
}
