import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { problemText } from "../problem-text.ts";
import { queryKeys } from "../query-keys.ts";
import { removeRecentLeads } from "../recent-leads.ts";
import { useAction } from "../use-action.ts";
import { ErasureDetails, Obstacles } from "./erasure-details.tsx";
import { type ErasedPerson, type ErasurePreview, erasedText, erasePerson, erasurePreviewQuery } from "./erasures.ts";

type Props = { person: ErasedPerson; name: string; onErased: () => void };

/** The content of the erasure dialog: the dry run, its obstacles, and the typed confirmation. */
export function EraseForm({ person, name, onErased }: Props) {
  const { data, error, isFetching, refetch } = useQuery(erasurePreviewQuery(person));
  return (
    <div className="grid gap-4">
      <DialogTitle className="pr-2">Erase {name}?</DialogTitle>
      <DialogDescription>
        This permanently deletes everything about this person, except what's listed as kept. It can't be undone. Your
        statistics don't change. Existing backups still contain the person's data.
      </DialogDescription>
      {!data && error && !isFetching && (
        <Banner
          tone="bad"
          role="alert"
          title={problemText(error, "Couldn't load this person's data")}
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {!data && (isFetching || !error) && <PreviewSkeleton />}
      {data ? (
        <Confirm person={person} preview={data} onErased={onErased} />
      ) : (
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
        </DialogFooter>
      )}
    </div>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status" aria-label="Finding this person's data" className="grid gap-2">
      {["w-1/2", "w-full", "w-full", "w-4/5", "w-full", "w-2/3"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton never move.
        <Skeleton key={at} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

type ConfirmProps = { person: ErasedPerson; preview: ErasurePreview; onErased: () => void };

function Confirm({ person, preview, onErased }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const { busy, problem, run } = useErasePerson(person, preview, onErased);
  const blocked = preview.obstacles.length > 0;
  const matches = typed.trim().toLowerCase() === preview.confirm_with.trim().toLowerCase();
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || blocked) return;
    if (matches) return void run(typed);
    setMissing(true);
    focusInvalid();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {blocked && <Obstacles obstacles={preview.obstacles} />}
      {/* It can be taller than the dialog, so the keyboard must scroll it too. */}
      <section
        aria-label="What changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[42dvh] overflow-y-auto overscroll-contain rounded-card border border-line px-3.5 py-3"
      >
        <ErasureDetails preview={preview} />
      </section>
      {!blocked && (
        <Field
          label={
            <>
              Type <span className="select-all font-mono wrap-anywhere">{preview.confirm_with}</span> to confirm
            </>
          }
          error={missing && !matches ? "This doesn't match" : undefined}
        >
          <Input
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-1p-ignore=""
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {problem && <Banner tone="bad" role="alert" title={problem} />}
      <DialogFooter>
        <DialogClose asChild>
          <Button disabled={busy}>{blocked ? "Close" : "Cancel"}</Button>
        </DialogClose>
        {!blocked && (
          <Button type="submit" variant="danger" loading={busy}>
            Erase permanently
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}

function useErasePerson(person: ErasedPerson, preview: ErasurePreview, onErased: () => void) {
  const client = useQueryClient();
  const dryRun = queryKeys.erasurePreview(person.kind, person.id);
  return useAction({
    action: (confirmation: string) => erasePerson(person, confirmation),
    successMessage: ({ leads, accounts }) => ({
      title: "Person erased",
      description: `${erasedText(leads, accounts)}. Your statistics didn't change.`,
    }),
    errorMessage: "Nothing was erased",
    showProblem: "inline",
    handleError: () => {
      // The dry run shows new obstacles.
      void client.invalidateQueries({ queryKey: dryRun });
      return false;
    },
    onSuccess: () => {
      for (const { id } of preview.leads) client.removeQueries({ queryKey: queryKeys.crmLead(id) });
      removeRecentLeads(preview.leads.map(({ id }) => id));
      onErased();
      // Invalidates everything but the dry run, which may still be open for a person who no longer exists.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== dryRun[0] });
    },
  });
}
