import { Hand, Mail, Maximize2, MessageSquare, NotebookPen, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "~/shared/use-session.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ClockPanel } from "~/ui/clock-panel.tsx";
import { clockNow, useClockView } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { EmailText } from "~/ui/email-text.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import { AccountChip } from "../lib/account-chip.tsx";
import { CallOutcomePanel } from "../lib/call-outcome.tsx";
import { hostsOfNextStep, isCallAhead, withHosts } from "../lib/calls.ts";
import { callObstacle, kindText, OUTCOMES, taskTimeText, textObstacle } from "../lib/crm-format.ts";
import { answerText, emailObstacle, prefersEmail } from "../lib/email-composer.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import { factText } from "../lib/lead-facts.ts";
import { nextTask, type QueueLead } from "../lib/lead-types.ts";
import { isCallNow, isToday, stepTimeText } from "../lib/next-step.tsx";
import { KindIcon } from "../lib/outcome-icon.tsx";
import { TaskMenu } from "../lib/task-menu.tsx";

type Props = {
  lead: QueueLead;
  stageLabel: string;
  currency: string;
  /** The next number key logs an outcome. */
  isLogging: boolean;
  onOpen: () => void;
};

/** The focused lead: its clock, contact buttons, facts, and buttons that log a response. */
export function LeadPreview({ lead, stageLabel, currency, isLogging, onOpen }: Props) {
  const actions = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const noCall = callObstacle(lead);
  const { user } = useSession();
  const hosts = hostsOfNextStep(lead);
  // The call is a colleague's, so its button would send the wrong person to the phone.
  const isTheirCall = hosts.length > 0 && hosts.every(({ id }) => id !== user?.id);
  const waits = lead.clock && !lead.clock.answered_at && lead.clock.state !== "dropped";
  const planned = waits || !lead.owner_id ? null : plannedWay(lead);
  return (
    <>
      <section className="grid grid-cols-1 gap-2.5 border-line-soft border-b px-5 pt-4 pb-3.5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="wrap-anywhere font-display font-semibold text-lg tracking-tight">{leadName(lead)}</h2>
            <p className="wrap-anywhere text-13 text-ink-3">
              {[lead.company, lead.role].filter(Boolean).join(" · ") || "No company"}
            </p>
            {lead.account && <AccountChip account={lead.account} className="mt-1.5" />}
          </div>
          <span className="flex min-w-0 max-w-[60%] shrink-0 items-center gap-1.5">
            <WarnChip lead={lead} />
            <Chip icon={<StageIcon stage={lead.stage} />} className="min-w-0 shrink">
              <span className="truncate">{stageLabel}</span>
            </Chip>
            <IconButton label="Open" size="sm" onClick={onOpen}>
              <Maximize2 aria-hidden="true" />
            </IconButton>
          </span>
        </div>
        {waits ? <ClockPanel clock={lead.clock} /> : <NextLine lead={lead} />}
        {lead.call && !isReadOnly && (
          <CallOutcomePanel call={lead.call} account={lead.account?.slug} leadPhone={lead.phone} />
        )}
        <div className={cn("flex gap-2", isReadOnly && "hidden")}>
          {planned === "email" && (
            <Button variant="primary" size="lg" className="flex-1" onClick={() => actions.writeEmail(lead)}>
              <Mail aria-hidden="true" /> Write email
            </Button>
          )}
          {planned === "sms" && (
            <Button variant="primary" size="lg" className="flex-1" onClick={() => void actions.claimAndText(lead)}>
              <MessageSquare aria-hidden="true" /> SMS
            </Button>
          )}
          {(!isTheirCall || waits) && !(planned === "email" && prefersEmail(lead)) && (
            <Button
              variant={planned ? "default" : "primary"}
              size="lg"
              className={planned ? undefined : "flex-1"}
              onClick={() => void actions.claimAndAnswer(lead)}
            >
              {!lead.owner_id ? (
                <Hand aria-hidden="true" />
              ) : prefersEmail(lead) ? (
                <Mail aria-hidden="true" />
              ) : lead.phone ? (
                <Phone aria-hidden="true" />
              ) : (
                <NotebookPen aria-hidden="true" />
              )}
              {answerText(lead)} {(!lead.owner_id || waits) && <Kbd>↵</Kbd>}
            </Button>
          )}
          {lead.phone && planned !== "sms" && (
            <Button size="lg" onClick={() => void actions.claimAndText(lead)}>
              <MessageSquare aria-hidden="true" /> SMS
            </Button>
          )}
          {/* Without a phone number, the first button writes the email already. */}
          {!prefersEmail(lead) && planned !== "email" && (
            <Button
              size="lg"
              className="w-10 px-0"
              aria-label="Email"
              disabled={!lead.email}
              title={emailObstacle(lead) ?? undefined}
              onClick={() => actions.writeEmail(lead)}
            >
              <Mail aria-hidden="true" />
            </Button>
          )}
        </div>
      </section>
      <section className="border-line-soft border-b px-5 py-3.5">
        <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-2 text-13 [&>dd]:min-w-0 [&>dd]:wrap-anywhere [&>dd]:py-1 [&>dt]:py-1 [&>dt]:text-ink-3">
          <Fact
            name={LEAD_LABELS.phone}
            value={lead.phone && <span className="num">{formatPhone(lead.phone)}</span>}
            always
          />
          <Fact name={LEAD_LABELS.email} value={lead.email && <EmailText address={lead.email} />} always />
          <Fact name={LEAD_LABELS.best_contact} value={lead.best_contact} />
          <Fact name={LEAD_LABELS.tier_interest} value={lead.tier_interest.join(", ")} />
          <Fact
            name={LEAD_LABELS.value_cents}
            value={
              lead.value_cents !== null && (
                <>
                  <span className="num whitespace-nowrap">
                    {factText("value_cents", lead.value_cents, { currency })}
                  </span>{" "}
                  <span className="ml-1 text-ink-3 text-xs">first year</span>
                </>
              )
            }
          />
          <Fact name={LEAD_LABELS.ad_spend} value={lead.ad_spend} />
          <Fact name={LEAD_LABELS.target_clients} value={lead.target_clients} />
          <Fact name={LEAD_LABELS.timeline} value={lead.timeline} />
          <Fact name="Source" value={attributionText(lead)} />
        </dl>
        {/* The answers may contain what the lead wrote, under its question. */}
        {lead.goals && !lead.answers?.includes(lead.goals) && <Words>“{lead.goals}”</Words>}
        {lead.answers && (
          <>
            <h3 className="mt-2.5 text-13 text-ink-3">Form answers</h3>
            <Words>{lead.answers}</Words>
          </>
        )}
      </section>
      <section className={cn("px-5 py-3.5", isReadOnly && "hidden")}>
        <h3 className="mb-2 font-semibold text-sm">Log response</h3>
        {noCall ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-ink-2">
            <p className="min-w-0 flex-1 basis-48">{noCall}</p>
            <Button size="sm" onClick={onOpen}>
              Open lead
            </Button>
          </div>
        ) : (
          <>
            <div className="grid grid-cols-2 gap-1.5">
              {OUTCOMES.map((outcome) => (
                <Button
                  key={outcome.key}
                  className={cn("justify-start", isLogging && "border-accent")}
                  onClick={() => void actions.log(lead, outcome)}
                >
                  <KindIcon kind={outcome.kind} outcome={outcome.outcome} />
                  <span className="min-w-0 flex-1 truncate text-left">{outcome.label}</span>
                  <Kbd>L</Kbd>
                  <Kbd>{outcome.key}</Kbd>
                </Button>
              ))}
            </div>
            <p role="status" className="mt-2 text-ink-3 text-xs">
              {isLogging
                ? "Press 1–4 to log it, Escape to cancel."
                : waits
                  ? "Logging any of these stops the clock. Opening the lead doesn't."
                  : "What you log goes to the timeline."}
            </p>
          </>
        )}
      </section>
    </>
  );
}

/** How the next step reaches the lead, if not by a call and if the lead can be reached so. */
function plannedWay(lead: QueueLead): "email" | "sms" | null {
  if (lead.next_task_kind === "email" && !emailObstacle(lead)) return "email";
  return lead.next_task_kind === "sms" && !textObstacle(lead) ? "sms" : null;
}

function WarnChip({ lead }: { lead: QueueLead }) {
  const { state } = useClockView(lead.clock);
  if (state === "warn") return <Chip tone="warn">past 60%</Chip>;
  if (state === "breach") return <Chip tone="bad">past target</Chip>;
  return state === "escalated" ? <Chip tone="bad">escalated</Chip> : null;
}

function NextLine({ lead }: { lead: QueueLead }) {
  const { finishTask } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const task = nextTask(lead);
  if (!lead.next_task_at)
    return isReadOnly ? (
      <p className="text-13 text-ink-3">No next step.</p>
    ) : (
      <p className="text-13 text-warn-fg">No next step. Add one or close the lead.</p>
    );
  const late = Date.parse(lead.next_task_at) < clockNow() && !isCallNow(lead);
  return (
    <div className="flex items-center gap-2 text-13">
      <Chip
        tone={late ? "bad" : isToday(lead.next_task_at, clockNow()) ? "warn" : "neutral"}
        icon={<KindIcon kind={lead.next_task_kind ?? "other"} />}
      >
        {stepTimeText(lead)}
      </Chip>
      <div className="min-w-0 flex-1">
        <p className="truncate">
          {lead.next_task_title ?? kindText(lead.next_task_kind ?? "other")} {withHosts(hostsOfNextStep(lead))}
        </p>
        <p className="text-ink-3 text-xs">
          {kindText(lead.next_task_kind ?? "other")}, {taskTimeText(lead.next_task_at, clockNow())}
        </p>
      </div>
      {task && !isReadOnly && (
        <>
          {!isCallAhead(task) && (
            <Button size="sm" onClick={() => finishTask(lead, task)}>
              Done <Kbd>D</Kbd>
            </Button>
          )}
          <TaskMenu lead={lead} task={task} hasKey />
        </>
      )}
    </div>
  );
}

function Fact({ name, value, always }: { name: string; value: ReactNode; always?: boolean }) {
  if (!value && !always) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value || <span className="text-ink-3">–</span>}</dd>
    </>
  );
}

/** What the lead wrote. */
function Words({ children }: { children: ReactNode }) {
  return (
    <p className="wrap-anywhere mt-2 line-clamp-10 whitespace-pre-line rounded-ctl border border-line-soft bg-sunken px-3 py-2 text-13 text-ink-2">
      {children}
    </p>
  );
}

function attributionText(lead: QueueLead): ReactNode {
  const { utm_source: source, utm_campaign: campaign } = lead.last_touch ?? {};
  if (!source && !campaign) return sourceText(lead.source);
  return (
    <>
      {source ?? sourceText(lead.source)}
      {campaign && (
        <>
          , <span className="font-mono text-xs">{campaign}</span>
        </>
      )}
    </>
  );
}
