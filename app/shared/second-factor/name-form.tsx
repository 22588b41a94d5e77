import type { ReactNode } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import * as z from "../schema.ts";
import { useForm } from "../use-form.ts";

const LONGEST = 64;
const schema = z.object({
  name: z
    ._default(z.string(), "")
    .check(z.trim(), z.minLength(1, "Give the app a name"), z.maxLength(LONGEST, `Use at most ${LONGEST} characters`)),
});

type Props = {
  startWith: string;
  /** Answers what is wrong with the name, or nothing. */
  onNamed: (name: string) => Promise<string | null>;
  children: (busy: boolean) => ReactNode;
};

/** The first step of a set-up: what the person calls this app. */
export function NameForm({ startWith, onNamed, children }: Props) {
  const { props, errors, busy } = useForm({
    schema,
    onSubmit: async ({ name }) => {
      const problem = await onNamed(name);
      return problem ? { name: problem } : undefined;
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <Field label="Name of this app" error={errors.name} hint="It tells your apps apart: “Work phone”, for example.">
        <Input name="name" autoComplete="off" defaultValue={startWith} />
      </Field>
      {children(busy)}
    </form>
  );
}
