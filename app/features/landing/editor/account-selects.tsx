import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ZoneSelect } from "~/shared/zone-select.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { PlainField } from "../../../../domain/landing/block-types.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { meetingChoicesQuery, ownerChoicesQuery } from "./account-choices.ts";

type Props = { field: PlainField; value: string; onChange: (value: string) => void };

export function ZoneField({ field, value, onChange }: Props) {
  return (
    <Field label={field.label} hint={field.hint}>
      <ZoneSelect value={value} onChange={onChange} />
    </Field>
  );
}

/** What visitors of the page can book: one meeting type, or a choice of all. */
export function MeetingSelect({ field, value, onChange }: Props) {
  const account = useLandingWorkspace()?.slug;
  const { data: types, isError } = useQuery(meetingChoicesQuery);
  const known = account && types ? [account, ...types.map(({ slug }) => `${account}/${slug}`)] : [];
  const hint =
    types?.length === 0
      ? "No meeting types yet. Add one under Calls in the workspace. Until then, the button is hidden."
      : "Without a meeting type, the button is hidden.";
  return (
    <Select
      field={{ ...field, hint }}
      value={value}
      onChange={onChange}
      isKnown={!value || known.includes(value)}
      missing={types ? "Deleted meeting type" : unloaded(isError)}
    >
      <option value="">None</option>
      {account && types && types.length > 1 && <option value={account}>Visitors choose</option>}
      {types?.map(({ slug, name }) => (
        <option key={slug} value={`${account}/${slug}`}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Who gets the leads of a form. */
export function OwnerSelect({ field, value, onChange }: Props) {
  const { data: choices, isError } = useQuery(ownerChoicesQuery);
  const known = choices ? [...choices.pools, ...choices.people].map((choice) => choice.value) : [];
  return (
    <Select
      field={{ ...field, hint: "Leads that already have an owner stay with them." }}
      value={value}
      onChange={onChange}
      isKnown={!value || known.includes(value)}
      missing={choices ? "Someone who left (routing rules apply)" : unloaded(isError)}
    >
      <option value="">Automatic, by routing rules</option>
      <Group label="Pools" choices={choices?.pools} />
      <Group label="People" choices={choices?.people} />
    </Select>
  );
}

function Group({ label, choices }: { label: string; choices: readonly { value: string; name: string }[] | undefined }) {
  if (!choices?.length) return null;
  return (
    <optgroup label={label}>
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

/** What stands for a stored value until its name is known. */
const unloaded = (isError: boolean) => (isError ? "Couldn't load the name" : "Loading…");

/** Keeps a stored value that can't be chosen anymore, and says so. */
function Select({
  field,
  value,
  onChange,
  isKnown,
  missing,
  children,
}: Props & { isKnown: boolean; missing: string; children: ReactNode }) {
  return (
    <Field label={field.label} hint={field.hint}>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value={value}>{missing}</option>}
        {children}
      </NativeSelect>
    </Field>
  );
}
