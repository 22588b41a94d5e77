import { CopyButton } from "~/shared/copy-button.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { UnsentText } from "../lib/drafts.ts";

/** What someone typed about leads that they can't save anymore. They can copy it, because no one else has it. */
export function UnsentTexts({ texts }: { texts: UnsentText[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby="unsent" className="mx-auto grid w-full max-w-[560px] grid-cols-1 gap-3">
      <h2 id="unsent" className="font-semibold text-sm">
        What you typed wasn't saved
      </h2>
      {texts.map(({ label, text }) => (
        <div key={`${label}: ${text}`} className="grid justify-items-start gap-1.5">
          <Field label={label} className="w-full">
            <Textarea readOnly rows={2} value={text} />
          </Field>
          <CopyButton text={text} what={label} />
        </div>
      ))}
    </section>
  );
}
