import { Mail, MessageSquare, NotebookPen, Phone } from "lucide-react";
import { cn } from "~/ui/cn.ts";
import { Kbd } from "~/ui/kbd.tsx";
import type { LeadDetail } from "../lib/lead-types.ts";
import { EmailPanel } from "./email-panel.tsx";
import { LogPanel } from "./log-panel.tsx";
import type { ComposerTab } from "./use-composer.ts";

const TABS = [
  { key: "note", label: "Note", hint: "N", Icon: NotebookPen },
  { key: "call", label: "Log call", hint: "L", Icon: Phone },
  { key: "sms", label: "SMS", Icon: MessageSquare },
  { key: "email", label: "E-mail", hint: "E", Icon: Mail },
] as const;

type Props = { lead: LeadDetail; tab: ComposerTab; onTab: (tab: ComposerTab) => void };

/** Where one writes about a lead and to it. Every tab keeps its draft until it is sent. */
export function Composer({ lead, tab, onTab }: Props) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <div
        role="tablist"
        aria-label="Write"
        className="flex gap-0.5 overflow-x-auto border-line-soft border-b p-1 [scrollbar-width:none]"
      >
        {TABS.map(({ key, label, Icon, ...rest }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            aria-controls="composer"
            onClick={() => onTab(key)}
            className={cn(
              "flex h-7 shrink-0 cursor-pointer items-center gap-1.5 rounded-[7px] px-2 font-medium text-13 text-ink-2 hover:bg-hover phone:h-11 touch:h-11 [&_svg]:size-3.5",
              tab === key && "bg-press text-ink",
            )}
          >
            <Icon aria-hidden="true" /> {label} {"hint" in rest && <Kbd>{rest.hint}</Kbd>}
          </button>
        ))}
      </div>
      <div id="composer" role="tabpanel" aria-label={TABS.find(({ key }) => key === tab)?.label}>
        {tab === "email" ? (
          <EmailPanel key={lead.id} lead={lead} />
        ) : (
          <LogPanel key={`${lead.id} ${tab}`} lead={lead} tab={tab} />
        )}
      </div>
    </div>
  );
}
