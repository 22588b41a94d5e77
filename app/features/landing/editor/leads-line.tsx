import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAlternatives } from "../../../../domain/format-list.ts";
import { leadTarget } from "../../../../domain/landing/form-rules.ts";
import { scanContent } from "../../../../domain/landing/scan-content.ts";
import { ownerChoicesQuery } from "./account-choices.ts";

/** Who gets the leads of the page's forms. */
export function LeadsLine({ content }: { content: string }) {
  const [targets] = useState(() => [...new Set(scanContent(content).forms.map(({ to }) => leadTarget(to)))]);
  const { data: choices } = useQuery({ ...ownerChoicesQuery, enabled: targets.some(Boolean) });
  if (targets.length === 0 || (targets.some(Boolean) && !choices)) return null;
  const pool = (to: string) => choices?.pools.find(({ value }) => value === to)?.name;
  const person = (to: string) => choices?.people.find(({ value }) => value === to)?.name;
  // Without a name, the person or the pool is gone, and the rules apply.
  const receivers = targets.map((to) =>
    pool(to) ? `to the pool ${pool(to)}` : person(to) ? `to ${person(to)}` : "by your routing rules",
  );
  const ways = [...new Set(receivers)];
  return (
    <p className="wrap-anywhere text-13 text-ink-2">
      New leads are assigned {formatAlternatives(ways)}
      {ways.length > 1 && ", depending on the form"}.
    </p>
  );
}
