import type { LandingDraft } from "../lib/landing-draft.ts";

const truncate = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;

/** About as a search engine shows the page: what is cut there is cut here. */
export function SearchPreview({ draft, domain }: { draft: LandingDraft; domain: string | null }) {
  const host = domain ?? location.host;
  const path = domain ? "" : ` › landing › ${draft.slug}`;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="font-medium text-13">In search results</figcaption>
      <div className="grid gap-0.5 rounded-card border border-line bg-surface p-3.5">
        <p className="truncate text-ink-3 text-xs">
          {host}
          {path}
        </p>
        <p className="wrap-anywhere text-info-fg text-lg leading-snug">
          {truncate(draft.title, 60) || "Untitled page"}
        </p>
        <p className="wrap-anywhere text-13 text-ink-2">
          {truncate(draft.description, 155) || "Without a description, search engines choose a sentence of the page."}
        </p>
      </div>
    </figure>
  );
}
