import type { ReactNode } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { AuthProblem, UNEXPECTED } from "../auth-problem.ts";
import { problemText } from "../problem-text.ts";
import * as z from "../schema.ts";
import { useActionForm } from "../use-action-form.ts";
import { verifyCode } from "./factors.ts";

const schema = z.object({
  code: z._default(z.string(), "").check(
    z.overwrite((typed) =>
      typed
        .slice(0, 64)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ""),
    ),
    z.refine((value) => value.length === 12, { error: "Enter the 12 letters and digits of a code" }),
  ),
});

type Props = {
  /** Any app of the account: the code stands in for all of them. */
  appId: string;
  onVerified: () => Promise<void> | void;
  /** The buttons below the field; `busy` during verification. */
  children: (busy: boolean) => ReactNode;
};

/** Asks for a recovery code in place of an app's code. */
export function RecoveryCodeForm({ appId, onVerified, children }: Props) {
  const { props, errors, busy } = useActionForm({
    schema,
    action: ({ code }) => verifyCode(appId, code),
    errorMessage: UNEXPECTED,
    fieldErrors: (error) => ({ code: wrongText(error) ?? problemText(error, UNEXPECTED) }),
    onSuccess: onVerified,
  });
  return (
    <form {...props} className="grid gap-5">
      <Field label="Recovery code" hint="Such as abcd-efgh-2345" error={errors.code}>
        <Input
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          className="h-11 font-mono text-base tracking-wider phone:h-12"
        />
      </Field>
      {children(busy)}
    </form>
  );
}

function wrongText(error: unknown): string | null {
  const isWrong = error instanceof AuthProblem && error.code === "wrong-code";
  return isWrong ? "That code is wrong or was already used. Each code works once." : null;
}
