import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { BrandForm, LinkName } from "./use-brand-form.ts";

const LINKS: readonly { name: LinkName; label: string }[] = [
  { name: "privacy_url", label: "Privacy policy" },
  { name: "terms_url", label: "Terms" },
  { name: "legal_notice_url", label: "Legal notice" },
];

/** The legal links below each page. Where the agency approves what is published, an admin changes them. */
export function FooterFields({ form }: { form: BrandForm }) {
  const { typed, set, problems, isChecked, stored } = form;
  const isFixed = stored.asks_for_footer && stored.live_pages > 0;
  return (
    <fieldset disabled={isFixed} className="grid min-w-0 gap-4">
      <legend className="sr-only">Footer</legend>
      <p className="text-pretty text-13 text-ink-2">
        {isFixed
          ? "Your agency approves what your pages say. Ask them to change the footer."
          : "Shown with the business name and address below every page that follows your brand and has no footer block of its own. Empty fields are left out."}
      </p>
      {LINKS.map(({ name, label }) => (
        <Field key={name} label={`${label} link`} error={isChecked ? problems[name] : undefined}>
          <Input
            value={typed[name] ?? ""}
            maxLength={2000}
            inputMode="url"
            placeholder="https://"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => set({ [name]: target.value })}
          />
        </Field>
      ))}
    </fieldset>
  );
}
