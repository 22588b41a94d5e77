import { Search, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { helpFor } from "~/content/help/help.ts";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { ArticleItem } from "./article-item.tsx";
import { searchArticles } from "./search-articles.ts";

/** The answers, searched as one types. `open` is the article that the address names. */
export function Articles({ role, open }: { role: Role | null; open: string | null }) {
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", jump);
    return () => removeEventListener("keydown", jump);
  }, []);
  const groups = searchArticles(helpFor(role), query);
  const count = groups.reduce((sum, { articles }) => sum + articles.length, 0);
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
            placeholder="Search: pay, password, import…"
            aria-keyshortcuts="/"
            className="h-10 pr-10 pl-9"
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </Field>
        {!query && <Kbd className="pointer-events-none absolute inset-y-0 right-3 my-auto">/</Kbd>}
      </div>
      <p role="status" className="sr-only">
        {query && `${count} ${count === 1 ? "article" : "articles"}`}
      </p>
      {count === 0 && (
        <Card>
          <EmptyState
            icon={<SearchX />}
            title="No article matches"
            text="Try another word, or ask us: the form is on this page."
          />
        </Card>
      )}
      {groups.map(({ title, articles }) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1.5 font-medium text-13 text-ink-3">{title}</h3>
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
