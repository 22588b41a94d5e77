import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Link } from "~/ui/link.tsx";
import { RadioCards } from "~/ui/radio-cards.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { BRAND_THEME } from "../../../../domain/landing/brand.ts";
import { THEMES } from "../../../../domain/landing/themes.ts";
import { slugify } from "../../../../domain/slug.ts";
import { type LandingDraft, MAX_LENGTHS, SLUG } from "../lib/landing-draft.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { slugOwnerQuery } from "./api.ts";
import { draftProblems } from "./draft.ts";
import type { EditorState } from "./use-editor.ts";

/** The approximate number of characters that search engines show. */
const VISIBLE_LENGTHS = { title: 60, description: 155 };

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
        hint={
          draft.theme === BRAND_THEME && (
            <Link asChild>
              <RouterLink to={pagesPath("brand")}>Change your brand</RouterLink>
            </Link>
          )
        }
        options={Object.entries(THEMES).map(([value, { name, about }]) => ({ value, label: name, features: [about] }))}
      />
    </div>
  );
}

function lengthHint(text: string, shown: number): string {
  if (!text) return `Search engines show about ${shown} characters`;
  return text.length > shown
    ? `${text.length} characters. Search engines cut off after about ${shown}`
    : `${text.length} of the roughly ${shown} characters search engines show`;
}

/** Checks the slug while the user types. A query checks whether it is free. */
function SlugField({ editor, problem }: { editor: EditorState; problem: string | undefined }) {
  const { history, set, page } = editor;
  const { slug } = history.draft;
  const settled = useThrottledValue(slug, 250);
  const valid = SLUG.test(settled) && settled.length <= 100;
  const owner = useQuery({ ...slugOwnerQuery(settled, page.id), enabled: valid });
  const taken = settled === slug && owner.data ? `“${owner.data}” already uses this URL` : undefined;
  const suggestion = slugify(slug, MAX_LENGTHS.slug);
  const isLive = page.status === "published";
  const moves = isLive && slug !== page.liveSlug;
  return (
    <div className="grid gap-1.5">
      <Field
        label="URL"
        required
        error={problem ?? taken}
        hint={
          moves
            ? `After you publish, /landing/${page.liveSlug} stops working`
            : isLive
              ? "Your page is published at this URL"
              : owner.data === null && valid && settled === slug
                ? "This URL is available"
                : "The last part of the page's link"
        }
      >
        <span className="flex items-center">
          <span className="grid h-9 shrink-0 place-items-center rounded-l-ctl border border-line-strong border-r-0 bg-sunken px-2.5 text-13 text-ink-3 phone:h-11">
            /landing/
          </span>
          <Input
            className="rounded-l-none"
            value={slug}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => set({ slug: event.target.value }, "slug")}
          />
        </span>
      </Field>
      {problem && suggestion && (
        <Button
          size="sm"
          className="w-fit"
          icon={<CircleCheck aria-hidden="true" />}
          onClick={() => set({ slug: suggestion }, "")}
        >
          Use {suggestion}
        </Button>
      )}
    </div>
  );
}

const truncate = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;

/** Shows approximately how a search engine displays the page. */
function SearchPreview({ draft, domain }: { draft: LandingDraft; domain: string | null }) {
  const host = domain ?? location.host;
  const path = domain ? "" : ` › landing › ${draft.slug}`;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="font-medium text-13">Search result preview</figcaption>
      <div className="grid gap-0.5 rounded-card border border-line bg-surface p-3.5">
        <p className="truncate text-ink-3 text-xs">
          {host}
          {path}
        </p>
        <p className="wrap-anywhere text-info-fg text-lg leading-snug">
          {truncate(draft.title, 60) || "Untitled page"}
        </p>
        <p className="wrap-anywhere text-13 text-ink-2">
          {truncate(draft.description, 155) || "Without a description, search engines pick text from the page."}
        </p>
      </div>
    </figure>
  );
}
