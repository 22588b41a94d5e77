import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";

type Props = {
  alt: string;
  decorative: boolean;
  onChange: (alt: string, decorative: boolean) => void;
  /** The problem; undefined while there is none, or before someone tries to go on. */
  error?: string | undefined;
  /** Leaves out what alternative text is, where many fields are in a row. */
  isShort?: boolean;
};

export const ALT_TEXT_MISSING = "Describe the picture, or mark it as decorative";
const MAX_LENGTH = 500;

/** What a picture shows, in words, or that it only decorates. */
export function AltTextField({ alt, decorative, onChange, error, isShort = false }: Props) {
  return (
    <div className="grid gap-2">
      <Field
        label="Alternative text"
        hint={
          isShort
            ? undefined
            : decorative
              ? "Screen readers skip the picture."
              : "What the picture shows, in one sentence, for people who can't see it."
        }
        error={error}
        required={!decorative}
      >
        <Textarea
          value={decorative ? "" : alt}
          rows={2}
          maxLength={MAX_LENGTH}
          disabled={decorative}
          onChange={(event) => onChange(event.target.value, false)}
        />
      </Field>
      <Checkbox
        label="Only decorative"
        checked={decorative}
        onChange={(event) => onChange(alt, event.target.checked)}
      />
    </div>
  );
}
