import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { outcomeText, rowsText } from "./import-text.ts";
import { importsQuery } from "./lead-imports.ts";

/** The latest imports; each opens again, to be looked at or taken back. */
export function ImportHistory({ onOpen }: { onOpen: (importId: string) => void }) {
  const { data } = useQuery(importsQuery);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Imports so far</CardTitle>
      </CardHeader>
      {data?.length === 0 && (
        <EmptyState
          icon={<History />}
          title="No imports yet"
          text="Each import stays listed here, with what became of it and its undo."
        />
      )}
      <ul className="grid">
        {data?.map((one) => (
          <li key={one.id} className="border-line-soft not-first:border-t">
            <button
              type="button"
              onClick={() => onOpen(one.id)}
              className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="truncate font-medium text-13">{one.file_name}</span>
              <span className="text-ink-3 text-xs">
                <TimeAgo at={one.created_at} />
              </span>
              <span className="wrap-anywhere col-span-2 text-ink-3 text-xs">
                {rowsText(one.rows)}: {outcomeText(one)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
