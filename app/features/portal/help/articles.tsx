import { ChevronRight, Search, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import type { Article, Block } from "~/content/help/article.ts";
import { helpFor, type Workspaces } from "~/content/help/help.ts";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { HighlightedText } from "~/shared/highlighted-text.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { Link } from "~/ui/link.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { ArticlePicture } from "./article-picture.tsx";
import { searchArticles, wordsOf } from "./search-articles.ts";

type Props = {
  role: Role | null;
  /** Those of a client who works in some. */
  workspaces: Workspaces | null;
  /** The article in the URL. */
  open: string | null;
};

/** The help articles with live search. */
export function Articles({ role, workspaces, open }: Props) {
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    // Before the CRM's shortcuts, whose search has the same key.
    addEventListener("keydown", jump, { capture: true });
    return () => removeEventListener("keydown", jump, { capture: true });
  }, []);
  const isSearch = wordsOf(query).length > 0;
  const groups = helpFor(role, workspaces);
  const found = isSearch ? searchArticles(groups, query) : [];
  return (
    <div className="grid min-w-0 gap-4">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 z-10 my-auto size-4 text-ink-3"
        />
        <Field label="Search the help center" hideLabel>
          <Input
            ref={input}
            type="search"
            value={query}
            placeholder={
              role === "client" && !workspaces ? "Search: pay, invoice, password…" : "Search: lead, password, import…"
            }
            aria-keyshortcuts="/"
            className="h-10 pr-10 pl-9"
            onChange={(event) => setQuery(event.currentTarget.value)}
            // The arrow goes to the first match, and Enter opens it, too.
            onKeyDown={(event) => {
              const first = results.current?.querySelector("summary");
              if (!first || !["ArrowDown", "Enter"].includes(event.key)) return;
              event.preventDefault();
              first.focus();
              if (event.key === "Enter" && !first.closest("details")?.open) first.click();
            }}
          />
        </Field>
        {!query && <Kbd className="pointer-events-none absolute inset-y-0 right-3 my-auto">/</Kbd>}
      </div>
      <p role="status" className="sr-only">
        {isSearch && `${found.length} ${found.length === 1 ? "article" : "articles"}`}
      </p>
      {isSearch && found.length === 0 && (
        <Card>
          <EmptyState
            icon={<SearchX />}
            title="No matching articles"
            text="Try another word, or ask us: the form is on this page."
          />
        </Card>
      )}
      {found.length > 0 && (
        <section ref={results} aria-label="Matching articles">
          <Card className="overflow-hidden">
            {found.map(({ article, passage }) => (
              <ArticleItem
                key={article.id}
                article={article}
                open={open === article.id}
                passage={passage}
                query={query}
              />
            ))}
          </Card>
        </section>
      )}
      {(isSearch ? [] : groups).map(({ title, articles }) => (
        <section key={title} aria-label={title}>
          <h2 className="pb-1.5 font-medium text-13 text-ink-3">{title}</h2>
          <Card className="overflow-hidden">
            {articles.map((article) => (
              <ArticleItem key={article.id} article={article} open={open === article.id} />
            ))}
          </Card>
        </section>
      ))}
    </div>
  );
}

type ItemProps = { article: Article; open: boolean; passage?: string | null; query?: string };

/** One collapsible article. The open one is in the URL, so that users can share it. A closed one has what the search found. */
function ArticleItem({ article, open, passage = null, query = "" }: ItemProps) {
  const { change } = useUrlState();
  const withCameFrom = useWithCameFrom();
  const element = useRef<HTMLDetailsElement>(null);
  const initiallyOpen = useRef(open);
  useEffect(() => {
    if (initiallyOpen.current) element.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <details ref={element} open={open} className="group border-line-soft border-b last:border-b-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature. */}
      <summary
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 font-medium text-sm hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          event.preventDefault();
          change({ article: open ? "" : article.id });
        }}
      >
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">
          <Highlighted text={article.title} query={query} />
          {passage && !open && (
            <span className="block text-pretty font-normal text-13 text-ink-3">
              <Highlighted text={passage} query={query} />
            </span>
          )}
        </span>
      </summary>
      <div className="grid gap-3 pt-1 pr-4 pb-4 pl-10 text-ink-2 text-sm *:max-w-[65ch] phone:pl-4">
        {article.body.map((block) => (
          <Part key={JSON.stringify(block)} block={block} />
        ))}
        {article.picture && open && <ArticlePicture id={article.id} text={article.picture} />}
        {article.link && (
          <p>
            <Link asChild>
              <RouterLink to={withCameFrom(article.link.to)} reloadDocument={article.link.to === "/terms"}>
                {article.link.label}
              </RouterLink>
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}

/** Each word of the query has its first match highlighted. */
function Highlighted({ text, query }: { text: string; query: string }) {
  const [word, ...rest] = wordsOf(query);
  const at = word ? text.toLowerCase().indexOf(word) : -1;
  if (!word) return text;
  if (at === -1) return <Highlighted text={text} query={rest.join(" ")} />;
  return (
    <>
      <Highlighted text={text.slice(0, at)} query={rest.join(" ")} />
      <HighlightedText text={text.slice(at, at + word.length)} match={word} />
      <Highlighted text={text.slice(at + word.length)} query={rest.join(" ")} />
    </>
  );
}

function Part({ block }: { block: Block }) {
  if (typeof block === "string") return <p>{block}</p>;
  if ("code" in block)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      <pre tabIndex={0} className="overflow-x-auto rounded-ctl bg-sunken p-3 font-mono text-ink text-xs leading-5">
        {block.code}
      </pre>
    );
  if ("steps" in block)
    return (
      <ol className="grid list-decimal gap-1.5 pl-5">
        {block.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    );
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {block.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
