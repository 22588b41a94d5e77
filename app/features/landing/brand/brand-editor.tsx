import { type FormEvent, type ReactNode, useRef } from "react";
import { SaveButton } from "~/shared/settings/save-bar.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import type { LoadedBrand } from "../lib/brand.ts";
import { formatCount } from "../lib/figures.ts";
import { BrandPreview } from "./brand-preview.tsx";
import { BusinessFields } from "./business-fields.tsx";
import { ColorFields } from "./color-fields.tsx";
import { FollowingPages } from "./following-pages.tsx";
import { FontFields } from "./font-fields.tsx";
import { FooterFields } from "./footer-fields.tsx";
import { MarkFields } from "./mark-fields.tsx";
import { type BrandForm, useBrandForm } from "./use-brand-form.ts";

type Props = { stored: LoadedBrand; mayWrite: boolean };

/** The brand with its preview beside it. On narrow screens the preview comes first. */
export function BrandEditor({ stored, mayWrite }: Props) {
  const form = useBrandForm(stored);
  const fields = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void form.submit();
    focusInvalid();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
      <div className="min-w-0 xl:sticky xl:top-5 xl:order-2">
        <BrandPreview brand={form.brand} />
      </div>
      <form
        ref={fields}
        onSubmit={submit}
        onKeyDown={submitOnModEnter}
        noValidate
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      >
        <fieldset disabled={!mayWrite} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <legend className="sr-only">Brand</legend>
          <Section title="Colors">
            <ColorFields form={form} />
          </Section>
          <Section title="Fonts and corners">
            <FontFields form={form} />
          </Section>
          <Section title="Logo and icon">
            <MarkFields form={form} mayWrite={mayWrite} />
          </Section>
          <Section title="Business details">
            <BusinessFields form={form} />
          </Section>
          <Section title="Footer">
            <FooterFields form={form} />
          </Section>
        </fieldset>
        <FollowingPages pages={stored.pages} />
        {mayWrite && <SaveBar form={form} />}
        {form.isDirty && <UnsavedChangesPrompt />}
      </form>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card role="region" aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">{children}</div>
    </Card>
  );
}

/** Stays in view while the form is long. */
function SaveBar({ form }: { form: BrandForm }) {
  const { busy, isDirty } = form;
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-line border-t bg-page px-1 py-3">
      <SaveButton label="Save brand" dirty={isDirty} busy={busy} />
      {isDirty && (
        <Button variant="ghost" disabled={busy} onClick={form.discard}>
          Discard changes
        </Button>
      )}
      <p className="min-w-0 text-13 text-ink-3">{consequence(form.stored.live_pages)}</p>
    </div>
  );
}

function consequence(many: number): string {
  if (many === 0) return "No published page follows your brand yet.";
  return many === 1
    ? "1 published page changes when you save."
    : `${formatCount(many)} published pages change when you save.`;
}
