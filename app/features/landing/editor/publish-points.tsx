import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { formatAlternatives } from "../../../../domain/format-list.ts";
import { leadTarget } from "../../../../domain/landing/form-rules.ts";
import { checkBeforePublishing } from "../../../../domain/landing/publish-check.ts";
import { scanContent } from "../../../../domain/landing/scan-content.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { ownerChoicesQuery } from "./account-choices.ts";

type Props = { draft: LandingDraft; onShow: (block: string) => void };

/** What visitors of the page would notice. It informs, and never keeps anyone from publishing. */
export function PublishPoints({ draft, onShow }: Props) {
  const id = useId();
  const [points] = useState(() => checkBeforePublishing(draft, Date.now()));
  if (points.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="font-medium text-13">
        Before you publish
      </h3>
      <ul className="-mx-2 grid text-13">
        {points.map(({ text, block }) => (
          <li key={text} className="flex min-h-9 items-center gap-2 rounded-ctl py-1 pr-1 pl-2 text-ink-2">
            <span className="wrap-anywhere min-w-0 flex-1">{text}</span>
            {block !== null && (
              <Button size="sm" variant="ghost" aria-label={`Show: ${text}`} onClick={() => onShow(block)}>
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

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
