import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { RadioCards } from "~/ui/radio-cards.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { THEMES } from "../../../../domain/landing/themes.ts";
import { draftProblems } from "./draft-problems.ts";
import { SearchPreview } from "./search-preview.tsx";
import { SlugField } from "./slug-field.tsx";
import type { EditorState } from "./use-editor.ts";

/** About what search engines show of a title and a description, in characters. */
const VISIBLE_LENGTHS = { title: 60, description: 155 };

/** What the page is called, where it is, and how it looks. */
export function PagePanel({ editor }: { editor: EditorState }) {
  const { history, set, page } = editor;
  const { draft } = history;
  const problems = draftProblems(draft);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SlugField editor={editor} problem={problems.slug} />
      <Field label="Title" required error={problems.title} hint={lengthHint(draft.title, VISIBLE_LENGTHS.title)}>
        <Input value={draft.title} onChange={(event) => set({ title: event.target.value }, "title")} />
      </Field>
      <Field
        label="Description"
        error={problems.description}
        hint={lengthHint(draft.description, VISIBLE_LENGTHS.description)}
      >
        <Textarea
          rows={3}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value }, "description")}
        />
      </Field>
      <Checkbox
        label="Use the content's own heading"
        hint="Hides the title and description on the page when its content has an h1. Search results always show them."
        checked={draft.hide_title}
        onChange={(event) => set({ hide_title: event.target.checked }, "")}
      />
      <SearchPreview draft={draft} domain={page.domain} />
      <RadioCards
        legend="Theme"
        name="theme"
        value={draft.theme}
        onChange={(theme) => set({ theme }, "")}
        options={Object.entries(THEMES).map(([value, { name, about }]) => ({ value, label: name, features: [about] }))}
      />
    </div>
  );
}

/** How long it is, and what becomes of the rest. */
function lengthHint(text: string, shown: number): string {
  if (!text) return `Up to about ${shown} characters are shown by search engines`;
  return text.length > shown
    ? `${text.length} characters; search engines cut after about ${shown}`
    : `${text.length} of about ${shown} characters that search engines show`;
}
