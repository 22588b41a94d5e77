import { ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link as RouterLink, useSearchParams } from "react-router";
import type { Article, Block } from "~/content/help/article.ts";
import { Link } from "~/ui/link.tsx";

/** One article, closed to its title. The open one stands in the address, so that it can be sent to somebody. */
export function ArticleItem({ article, open }: { article: Article; open: boolean }) {
  const [, setSearch] = useSearchParams();
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
          setSearch(open ? {} : { article: article.id }, { replace: true, preventScrollReset: true });
        }}
      >
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">{article.title}</span>
      </summary>
      <div className="grid max-w-[65ch] gap-3 pt-1 pr-4 pb-4 pl-10 text-ink-2 text-sm">
        {article.body.map((block) => (
          <Part key={JSON.stringify(block)} block={block} />
        ))}
        {article.link && (
          <p>
            <Link asChild>
              <RouterLink to={article.link.to} reloadDocument={article.link.to === "/terms"}>
                {article.link.label}
              </RouterLink>
            </Link>
          </p>
        )}
      </div>
    </details>
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
