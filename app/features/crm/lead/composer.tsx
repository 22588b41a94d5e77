import { Mail, MessageSquare, NotebookPen, Phone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { FieldError } from "~/ui/field.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { callObstacle } from "../lib/crm-format.ts";
import { EmailFields, emailObstacle } from "../lib/email-composer.tsx";
import { useEmailDraft } from "../lib/email-draft.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { markBeingAnswered } from "../lib/log-activity.ts";
import { RecordConsent } from "../lib/record-consent.tsx";
import { LogPanel, leaveForm } from "./log-panel.tsx";

const TABS = [
  { key: "note", label: "Note", hint: "N", Icon: NotebookPen },
  { key: "call", label: "Log call", hint: "L", Icon: Phone },
  { key: "sms", label: "SMS", Icon: MessageSquare },
  { key: "email", label: "Email", hint: "E", Icon: Mail },
] as const;

type Props = { lead: LeadDetail; tab: ComposerTab; onTab: (tab: ComposerTab) => void };

/** Writes notes, logs and emails. Each tab keeps its draft until the user sends it. */
export function Composer({ lead, tab, onTab }: Props) {
  const noCall = callObstacle(lead);
  return (
    <div className="rounded-card border border-line bg-surface">
      <div
        role="tablist"
        aria-label="New activity"
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
        ) : noCall && tab !== "note" ? (
          <p className="p-4 text-13 text-ink-2">{noCall}</p>
        ) : (
          <LogPanel key={`${lead.id} ${tab}`} lead={lead} tab={tab} />
        )}
      </div>
    </div>
  );
}

/** Sends an email, or shows why this lead cannot get one. */
function EmailPanel({ lead }: { lead: LeadDetail }) {
  const email = useEmailDraft(lead);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const obstacle = emailObstacle(lead);
  if (obstacle)
    return (
      <div className="grid gap-2.5 p-4">
        <p className="text-13 text-ink-2">{obstacle}</p>
        {lead.email && lead.merged_into === null && <RecordConsent lead={lead} />}
      </div>
    );
  const send = async () => {
    focusInvalid();
    if (!(await email.send())) return;
    leaveForm(form.current);
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={submitOnModEnter}
    >
      <EmailFields lead={lead} email={email} rows={6} />
      <div role="alert">
        <FieldError id={undefined}>{email.problem}</FieldError>
      </div>
      <Button type="submit" size="sm" className="justify-self-end" loading={email.busy}>
        Send <KeyCaps keys="mod+Enter" />
      </Button>
    </form>
  );
}

export type ComposerTab = "note" | "call" | "sms" | "email";

/** The open tab of the composer, and a function that opens a tab and focuses its field. */
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
    if (next !== "note") markBeingAnswered({ id: leadId });
    setTab(next);
    setFocusRequests((before) => before + 1);
  };
  return { tab, setTab, openTab, place };
}
