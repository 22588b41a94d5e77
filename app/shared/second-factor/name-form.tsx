import type { ReactNode } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import * as z from "../schema.ts";
import { useForm } from "../use-form.ts";

const MAX_LENGTH = 64;
const schema = z.object({
  name: z
    ._default(z.string(), "")
    .check(
      z.trim(),
      z.minLength(1, "Give the app a name"),
      z.maxLength(MAX_LENGTH, `Use at most ${MAX_LENGTH} characters`),
    ),
});

type Props = {
  defaultName: string;
  /** Answers what is wrong with the name, or nothing. */
  onSubmitName: (name: string) => Promise<string | null>;
  children: (busy: boolean) => ReactNode;
};

/** The first step of a set-up: what the person calls this app. */
export function NameForm({ defaultName, onSubmitName, children }: Props) {
  const { props, errors, busy } = useForm({
    schema,
    onSubmit: async ({ name }) => {
      const problem = await onSubmitName(name);
      return problem ? { name: problem } : undefined;
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <Field label="Name of this app" error={errors.name} hint="It tells your apps apart: “Work phone”, for example.">
        <Input name="name" autoComplete="off" defaultValue={defaultName} />
      </Field>
      {children(busy)}
    </form>
  );
}
