import { Eye } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { LeadDetail } from "../lib/lead-types.ts";
import { newTask, TaskFields } from "../lib/task-fields.tsx";
import { CallFields } from "./call-fields.tsx";
import { submitOnModEnter } from "./submit-on-mod-enter.ts";
import { type LogTab, useLog } from "./use-log.ts";

const TEXTS = {
  note: { label: "Note", placeholder: "What happened, and what is next?", action: "Save" },
  call: { label: "About the call", placeholder: "What was said?", action: "Log call" },
  sms: { label: "SMS", placeholder: "What did you write?", action: "Log SMS" },
};

/** The composer's tabs that write into the history: a note, a call, an SMS. */
export function LogPanel({ lead, tab }: { lead: LeadDetail; tab: LogTab }) {
  const log = useLog(lead, tab);
  const words = TEXTS[tab];
  return (
    <form
      noValidate
      className="grid gap-2.5 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void log.save();
      }}
      onKeyDown={(event) => submitOnModEnter(event, log.save)}
    >
      {tab === "call" && <CallFields call={log.call} onChange={log.setCall} />}
      <Field label={words.label} hideLabel>
        <Textarea
          rows={2}
          maxLength={10_000}
          placeholder={words.placeholder}
          value={log.text}
          className="border-transparent bg-transparent px-1.5"
          {...(tab !== "call" && { "data-first": "" })}
          onChange={(event) => log.setText(event.target.value)}
        />
      </Field>
      {tab !== "note" && (
        <Checkbox
          label="Plan the next step"
          checked={log.task !== null}
          onChange={(event) => log.setTask(event.target.checked ? newTask() : null)}
        />
      )}
      {log.task && <TaskFields task={log.task} onChange={log.setTask} />}
      <div role="alert">
        <FieldError id={undefined}>{log.problem}</FieldError>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-ink-3 text-xs">
        <Eye aria-hidden="true" className="size-3.5" />
        {tab === "sms" ? "Sent from your phone, logged here" : "Seen by your team only"}
        {tab === "sms" && lead.phone && (
          <Button size="sm" asChild>
            <a href={`sms:${lead.phone.replace(/[^\d+]/g, "")}`}>Open messages</a>
          </Button>
        )}
        <Button type="submit" size="sm" className="ml-auto" loading={log.busy} disabled={log.empty}>
          {words.action} <ModKbd>↵</ModKbd>
        </Button>
      </div>
    </form>
  );
}
