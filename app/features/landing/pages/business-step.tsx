import { ArrowLeft } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { DialogFooter } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { type Business, emailProblem } from "../../../../domain/landing/with-business.ts";
import { phoneProblem } from "../../../../domain/phone.ts";

type Props = {
  /** What the brand knows. */
  known: Business;
  busy: boolean;
  onCreate: (business: Business) => void;
  onBack: () => void;
};

/** Asks once for what a template says in many places. Everything is optional: what stays empty stays a sample. */
export function BusinessStep({ known, busy, onCreate, onBack }: Props) {
  const [first] = useState(known);
  const [business, setBusiness] = useState(first);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  useUnsavedChanges(!busy && business !== first ? "these details" : null);
  const field = (name: keyof Business) => ({
    value: business[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => setBusiness({ ...business, [name]: target.value }),
  });
  const phone = phoneProblem(business.phone ?? "");
  const email = emailProblem(business.email ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (phone || email) focusInvalid();
    else onCreate(business);
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={submitOnModEnter}
      noValidate
      aria-label="Business details"
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Business name">
          <Input {...field("name")} autoComplete="organization" maxLength={200} autoFocus />
        </Field>
        <Field label="Phone" error={tried ? phone : undefined}>
          <Input {...field("phone")} type="tel" autoComplete="tel" maxLength={50} />
        </Field>
        <Field label="Email" error={tried ? email : undefined}>
          <Input {...field("email")} type="email" autoComplete="email" maxLength={255} />
        </Field>
        <Field label="Address">
          <Textarea {...field("address")} rows={2} autoComplete="street-address" maxLength={500} />
        </Field>
      </div>
      <p role="status" className="sr-only">
        {busy && "Creating the page…"}
      </p>
      <DialogFooter>
        <Button icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" loading={busy}>
          Create page
        </Button>
      </DialogFooter>
    </form>
  );
}
