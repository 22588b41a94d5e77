import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { SLUG, slugify } from "../lib/landing-draft.ts";
import { findSlugOwner } from "./slug-owner.ts";
import type { EditorState } from "./use-editor.ts";

/** The page's address, checked while it is typed: its form here, whether it is free by the database. */
export function SlugField({ editor, problem }: { editor: EditorState; problem: string | undefined }) {
  const { history, set, page } = editor;
  const { slug } = history.draft;
  const settled = useThrottledValue(slug, 250);
  const valid = SLUG.test(settled) && settled.length <= 100;
  const owner = useQuery({
    queryKey: queryKeys.landingSlug(settled),
    queryFn: () => findSlugOwner(settled, page.id),
    enabled: valid,
    staleTime: 5_000,
  });
  const taken = settled === slug && owner.data ? `“${owner.data}” is at this address` : undefined;
  const suggestion = slugify(slug);
  const moves = page.status === "published" && slug !== page.liveSlug;
  return (
    <div className="grid gap-1.5">
      <Field
        label="Address"
        required
        error={problem ?? taken}
        hint={
          moves
            ? `After publishing, /landing/${page.liveSlug} is no longer found`
            : owner.data === null && valid && settled === slug
              ? "This address is free, or this page's own"
              : "Part of the link: /landing/…"
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
