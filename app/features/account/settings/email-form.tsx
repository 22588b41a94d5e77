import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { factorProblemText } from "~/shared/second-factor/factor-problem.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { changeEmail, type EmailChangeError } from "./change-email.ts";
import { FactorCodeFields, factorCodeShape, readFactorCode } from "./factor-code-fields.tsx";

const schemaFor = (present: string) =>
  z.object({
    newEmail: z.string().check(
      z.trim(),
      z.minLength(1, "Enter the new address"),
      z.maxLength(320, "Use at most 320 characters"),
      z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "This is not an e-mail address"),
      z.refine((value) => value.toLowerCase() !== present.toLowerCase(), "This is your address already"),
    ),
    current: z.string().check(z.minLength(1, "Your current password is required")),
    ...factorCodeShape,
  });

/** A new address and what proves who asks: the password, with the code of two-step sign-in where it is on. */
export function EmailForm({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const { props, errors, busy } = useForm({
    schema: schemaFor(email),
    onSubmit: async ({ newEmail, current, ...code }) => {
      const refused = await changeEmail({ email, newEmail, current, factorCode: readFactorCode(code) }).catch(
        () => ({ field: "email", problem: { code: "unexpected" } }) as const,
      );
      if (refused?.field === "code") await client.invalidateQueries({ queryKey: queryKeys.authenticatorApps(userId) });
      if (refused) return explain(refused);
      await client.invalidateQueries({ queryKey: queryKeys.emailChange(userId) });
      toast.success(`We wrote to ${newEmail}. Open the link there to finish.`);
    },
  });
  return (
    <form {...props} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New address" error={errors.newEmail}>
          <Input name="newEmail" type="email" autoComplete="email" spellCheck={false} />
        </Field>
        <Field label="Current password" error={errors.current}>
          <PasswordInput name="current" autoComplete="current-password" />
        </Field>
      </div>
      <FactorCodeFields userId={userId} error={errors.code} />
      <p className="max-w-[65ch] text-13 text-ink-3">
        The new mailbox must confirm; until then nothing changes. We tell the present one. After the confirmation every
        device is signed out and you sign in with the new address.
      </p>
      <Button type="submit" variant="primary" className="justify-self-start phone:w-full" loading={busy}>
        <span>Change address</span>
      </Button>
    </form>
  );
}

function explain({ field, problem }: EmailChangeError) {
  if (problem.code === "invalid-credentials") return { current: "This is not your current password" };
  if (field === "code") return { code: factorProblemText(problem) };
  if (field === "email" && problem.code === "already-registered")
    return { newEmail: "An account with this address exists already" };
  toast.error(factorProblemText(problem));
}
