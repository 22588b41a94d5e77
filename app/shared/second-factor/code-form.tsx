import type { ReactNode } from "react";
import type { AuthProblem } from "../auth-messages.ts";
import { useForm } from "../use-form.ts";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./code-schema.ts";
import { factorProblemText } from "./factor-problem.ts";
import { verifyCode } from "./factors.ts";

type Props = {
  appId: string;
  /** The page is about this form: its field has the focus from the start. */
  autoFocus?: boolean;
  onVerified: () => Promise<void> | void;
  /** The buttons below the field; `busy` while a code is checked. */
  children: (busy: boolean) => ReactNode;
};

/** Asks for the code of one app and gives it to the server; what is wrong with it stands at the field. */
export function CodeForm({ appId, autoFocus, onVerified, children }: Props) {
  const { props, errors, busy } = useForm({
    schema: codeSchema,
    onSubmit: async ({ code }) => {
      const problem = await verifyCode(appId, code).catch((): AuthProblem => ({ code: "unexpected" }));
      if (problem) return { code: factorProblemText(problem) };
      await onVerified();
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <CodeField
        error={errors.code}
        hint="We check the code when you enter the sixth digit."
        submitsWhenComplete
        {...(autoFocus ? { autoFocus } : {})}
      />
      {children(busy)}
    </form>
  );
}
