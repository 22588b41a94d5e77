import { EmailText } from "~/ui/email-text.tsx";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { mailLink } from "../../../../domain/mail-link.ts";
import { callLink, formatPhone } from "../../../../domain/phone.ts";
import { CallAnswers } from "../lib/call-outcome.tsx";
import type { ShownCall } from "./api.ts";

type Props = { call: ShownCall; brief: NonNullable<ShownCall["brief"]> };

/** What a host reads before a call with a lead that belongs to a colleague. */
export function CallBrief({ call, brief }: Props) {
  const { owner, company, note, answers } = brief;
  // A call by phone shows its number already.
  const phone = call.location === "phone" ? null : call.phone;
  return (
    <>
      <CallAnswers answers={answers} />
      <dl aria-label="About the lead" className="grid gap-1 text-13">
        <Fact name={LEAD_LABELS.company}>{company}</Fact>
        <Fact name={LEAD_LABELS.email}>
          <a href={mailLink(call.email)} className="underline">
            <EmailText address={call.email} />
          </a>
        </Fact>
        <Fact name={LEAD_LABELS.phone}>
          {phone && (
            <a href={callLink(phone)} className="num underline">
              {formatPhone(phone)}
            </a>
          )}
        </Fact>
        <Fact name="Note">{note}</Fact>
      </dl>
      {owner && <p className="text-13 text-ink-3">{owner} owns this lead.</p>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (!children) return null;
  return (
    <div className="min-w-0 phone:has-[a]:flex phone:has-[a]:min-h-11 phone:has-[a]:items-center phone:has-[a]:gap-1">
      <dt className="inline text-ink-3">{name}: </dt>
      <dd className="inline whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
