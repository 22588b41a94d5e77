import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { BrandForm } from "./use-brand-form.ts";

/** Who the business is and how to reach it. New pages take it. The footer shows the name and the address. */
export function BusinessFields({ form }: { form: BrandForm }) {
  const { typed, set, problems, isChecked, stored } = form;
  const isFixed = stored.asks_for_footer && stored.live_pages > 0;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-pretty text-13 text-ink-2">
        {isFixed
          ? "New pages from a template start with these details. The footer shows the name and address, so your agency changes those."
          : "New pages from a template start with these details."}
      </p>
      <Field label="Business name">
        <Input
          value={typed.business_name ?? ""}
          disabled={isFixed}
          maxLength={200}
          autoComplete="organization"
          onChange={({ target }) => set({ business_name: target.value })}
        />
      </Field>
      <Field label="Phone" error={isChecked ? problems.phone : undefined}>
        <Input
          type="tel"
          value={typed.phone ?? ""}
          maxLength={50}
          autoComplete="tel"
          onChange={({ target }) => set({ phone: target.value })}
        />
      </Field>
      <Field label="Email" error={isChecked ? problems.email : undefined}>
        <Input
          type="email"
          value={typed.email ?? ""}
          maxLength={320}
          autoComplete="email"
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <Field label="Address" hint="One part per line. You can add a registration number.">
        <Textarea
          rows={3}
          value={typed.address ?? ""}
          disabled={isFixed}
          maxLength={500}
          autoComplete="street-address"
          onChange={({ target }) => set({ address: target.value })}
        />
      </Field>
    </div>
  );
}
