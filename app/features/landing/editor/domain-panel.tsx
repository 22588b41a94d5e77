import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { type FormEvent, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { LoadedPage } from "./api.ts";
import { addDomain, loadDomain } from "./api.ts";
import { DomainCard } from "./domain-card.tsx";

type Props = { page: LoadedPage; onChanged: () => void };

/** A domain of the client's own for this page, from adding it to being served there. */
export function DomainPanel({ page, onChanged }: Props) {
  const client = useQueryClient();
  const domain = useQuery({ queryKey: queryKeys.landingDomain(page.id), queryFn: () => loadDomain(page.id) });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: queryKeys.landingDomain(page.id) });
    onChanged();
  };
  return (
    <QueryBoundary
      query={domain}
      errorMessage="The domain could not be loaded"
      skeleton={<TableSkeleton label="Loading the domain" />}
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
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  const add = useSingleFlight(async () => {
    if (!typed.trim()) return setProblem("Write a domain such as offer.example.com");
    setWorking(true);
    setProblem(undefined);
    try {
      await addDomain(pageId, typed);
      await onAdded();
    } catch (error) {
      setProblem(problemText(error, "The domain was not added"));
    }
    setWorking(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle level={3}>A domain of its own</CardTitle>
      </CardHeader>
      <form onSubmit={submit} noValidate className="grid max-w-[65ch] gap-4 p-4">
        <p className="text-13 text-ink-2">
          The page then answers at the root of that domain. Its owner shows that it is theirs by one DNS record; until
          then nothing is served there.
        </p>
        <Field
          label="Domain"
          error={problem}
          hint="For example offer.example.com. Without https:// and without a path."
        >
          <Input
            value={typed}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <Button type="submit" icon={<Globe aria-hidden="true" />} loading={working} className="w-fit phone:w-full">
          <span>Add domain</span>
        </Button>
      </form>
    </Card>
  );
}
