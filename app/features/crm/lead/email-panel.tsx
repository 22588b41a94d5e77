import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { FieldError } from "~/ui/field.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { EmailFields, emailObstacle, useEmailDraft } from "../lib/email-composer.tsx";
import type { LeadDetail } from "../lib/lead-types.ts";
import { submitOnModEnter } from "./submit-on-mod-enter.ts";

/** The composer's tab that sends an e-mail; who cannot be written to is told why. */
export function EmailPanel({ lead }: { lead: LeadDetail }) {
  const email = useEmailDraft(lead);
  const obstacle = emailObstacle(lead);
  if (obstacle) return <p className="p-4 text-13 text-ink-2">{obstacle}</p>;
  const send = async () => {
    if (await email.send()) toast.success(`E-mail to ${leadName(lead)} is on its way`);
  };
  return (
    <form
      noValidate
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => submitOnModEnter(event, send)}
    >
      <EmailFields lead={lead} email={email} rows={6} />
      <div role="alert">
        <FieldError id={undefined}>{email.problem}</FieldError>
      </div>
      <Button type="submit" size="sm" className="justify-self-end" loading={email.busy}>
        Send <ModKbd>↵</ModKbd>
      </Button>
    </form>
  );
}
