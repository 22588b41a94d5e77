import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { addDomain, domainQuery, type LoadedPage } from "./api.ts";
import { DomainCard } from "./domain-card.tsx";

type Props = { page: LoadedPage; onChanged: () => void };

/** Adds a custom domain to the page, and shows its state. */
export function DomainPanel({ page, onChanged }: Props) {
  const client = useQueryClient();
  const domain = useQuery(domainQuery(page.id));
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: queryKeys.landingDomain(page.id) });
    onChanged();
  };
  return (
    <QueryBoundary
      query={domain}
      errorMessage="Couldn't load the domain"
      skeleton={<TableSkeleton label="Loading domain" />}
    >
      {(held) =>
        held ? (
          <DomainCard domain={held} published={page.status === "published"} onChanged={refresh} />
        ) : (
          <AddDomain pageId={page.id} onAdded={refresh} />
        )
      }
    </QueryBoundary>
  );
}

function AddDomain({ pageId, onAdded }: { pageId: string; onAdded: () => Promise<void> }) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const add = useAction({
    action: () => addDomain(pageId, typed),
    errorMessage: "Couldn't add the domain",
    showProblem: "inline",
    onSuccess: onAdded,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) add.setProblem("Enter a domain such as offer.example.com");
    else if (await add.run()) return;
    field.current?.focus();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle level={3}>Custom domain</CardTitle>
      </CardHeader>
      <form
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitOnModEnter}
        noValidate
        className="grid max-w-[65ch] gap-4 p-4"
      >
        <p className="text-13 text-ink-2">
          Shows the page at the root of your own domain. You prove ownership with a DNS record. Until then, the domain
          shows nothing.
        </p>
        <Field
          label="Domain"
          error={add.problem}
          hint="For example, offer.example.com. Leave out https:// and any path."
        >
          <Input
            ref={field}
            value={typed}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              add.setProblem(null);
            }}
          />
        </Field>
        <Button type="submit" icon={<Globe aria-hidden="true" />} loading={add.busy} className="w-fit phone:w-full">
          <span>Add domain</span>
        </Button>
      </form>
    </Card>
  );
}
