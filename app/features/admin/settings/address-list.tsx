import type { ReactNode } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { Button } from "~/ui/button.tsx";

type Query<Row> = { data: Row[] | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type ListProps<Row> = {
  query: Query<Row>;
  label: string;
  /** The plural name of the rows: "addresses". */
  name: string;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** Addresses with an action for each. */
export function AddressList<Row>({ query, label, name, empty, children }: ListProps<Row>) {
  return (
    <QueryBoundary
      query={query}
      errorMessage={`Couldn't load ${name}`}
      skeleton={
        <div className="px-5 pb-5">
          <FormSkeleton label={`Loading ${name}`} fields={2} />
        </div>
      }
    >
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <ul aria-label={label} className="border-line-soft border-t">
            {rows.map(children)}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

type RowProps = {
  email: string;
  chip: ReactNode;
  details: ReactNode;
  action: { text: string; label: string; busy: boolean; run: () => void };
};

export function AddressRow({ email, chip, details, action }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-2.5 last:border-b-0 phone:px-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-13">
          {email} {chip}
        </p>
        <p className="text-ink-3 text-xs">{details}</p>
      </div>
      <Button size="sm" loading={action.busy} aria-label={action.label} onClick={action.run}>
        <span>{action.text}</span>
      </Button>
    </li>
  );
}
