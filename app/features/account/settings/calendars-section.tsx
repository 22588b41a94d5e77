import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpc, runQuery } from "~/shared/api.ts";
import { CopyButton } from "~/shared/copy-button.tsx";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";

const calendarsQuery = queryOptions({
  queryKey: queryKeys.ownCalendars(),
  queryFn: async () => {
    const [since, calendars] = await Promise.all([
      rpc("calendar_feed_since"),
      runQuery((db) =>
        db.from("calendar_subscriptions").select("id, address, fetched_at, failed_at, problem").order("created_at"),
      ),
    ]);
    return { since: since as string | null, calendars };
  },
  refetchInterval: 30_000,
});

const PROBLEMS: Record<string, string> = {
  private_address: "This address can't be read. It must start with https:// and be public.",
  unreachable: "The server isn't responding.",
  refused: "The server refuses. Check that the address is still valid.",
  too_large: "The calendar is larger than 5 MB.",
  not_a_calendar: "The address leads to a web page, not a calendar. Copy the address that ends in .ics.",
  too_many_events: "The calendar has too many events.",
};

/** The person's calls as a calendar, and other calendars whose busy times block calls. */
export function CalendarsSection() {
  const { data, error, refetch } = useQuery(calendarsQuery);
  const invalidates = [queryKeys.ownCalendars()];
  const [address, setAddress] = useState<string | null>(null);
  const [ending, setEnding] = useState<"replace" | "revoke" | null>(null);
  const [added, setAdded] = useState("");
  const create = useAction({
    action: () => rpc("create_calendar_feed"),
    onSuccess: (key) => setAddress(`${location.origin}/calendar/${key}.ics`),
    errorMessage: "Couldn't create the address",
    invalidates,
  });
  const revoke = useAction({
    action: () => rpc("revoke_calendar_feed"),
    onSuccess: () => setAddress(null),
    successMessage: "Address revoked",
    errorMessage: "Couldn't revoke the address",
    invalidates,
  });
  const add = useAction({
    action: () => rpc("add_calendar", { p_address: added }),
    onSuccess: () => setAdded(""),
    successMessage: "Calendar added. We'll read it within a minute",
    errorMessage: "Couldn't add the calendar",
    showProblem: "inline",
    invalidates,
  });
  const restore = useAction({
    action: (old: string) => rpc("add_calendar", { p_address: old }),
    successMessage: "Calendar restored. We'll read it within a minute",
    errorMessage: "Couldn't restore the calendar",
    invalidates,
  });
  const remove = useAction({
    action: ({ id }: { id: string; address: string }) => rpc("remove_calendar", { p_id: id }),
    successMessage: (_, { address }) => ({
      title: "Calendar removed",
      action: { label: "Undo", onClick: () => void restore.run(address) },
    }),
    errorMessage: "Couldn't remove the calendar",
    invalidates,
  });
  if (error) return <LoadError text="Couldn't load your calendars" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="font-medium text-13">Your calls in your calendar app</h3>
        <p className="text-13 text-ink-3">
          Subscribe to a secret address with any calendar app. Anyone with the address can see your calls.
        </p>
        {address && (
          <div className="flex flex-wrap items-center gap-2">
            <code className="wrap-anywhere min-w-0 text-xs">{address}</code>
            <CopyButton text={address} what="the address" />
            <p className="w-full text-warn-fg text-xs">Copy it now. It isn't shown again.</p>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button loading={create.busy} onClick={() => (data?.since ? setEnding("replace") : void create.run())}>
            {data?.since ? "Replace address" : "Create address"}
          </Button>
          {data?.since && (
            <>
              <Button variant="ghost" loading={revoke.busy} onClick={() => setEnding("revoke")}>
                Revoke address
              </Button>
              <span className="text-ink-3 text-xs">
                Created <TimeAgo at={data.since} />
              </span>
            </>
          )}
        </div>
      </div>
      <form
        noValidate
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.querySelector("input");
          void add.run().then((done) => done ?? field?.focus());
        }}
      >
        <Field
          label="Calendars that block your time"
          hint="The secret address in iCal format, such as from Google Calendar or Outlook. Only busy times are stored."
          error={add.problem}
        >
          <Input
            type="url"
            placeholder="https://"
            value={added}
            onChange={({ target }) => {
              setAdded(target.value);
              add.setProblem(null);
            }}
          />
        </Field>
        <Button type="submit" className="w-fit" loading={add.busy}>
          Add calendar
        </Button>
      </form>
      {data && data.calendars.length > 0 && (
        <ul aria-label="Calendars" className="grid gap-3">
          {data.calendars.map((calendar) => (
            <li key={calendar.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
              <span className="wrap-anywhere min-w-0 flex-1 basis-48">{hostOf(calendar.address)}</span>
              {calendar.failed_at ? (
                <Chip tone="bad">Not read</Chip>
              ) : calendar.fetched_at ? (
                <Chip tone="ok">Read</Chip>
              ) : (
                <Chip>Waiting</Chip>
              )}
              {(calendar.failed_at ?? calendar.fetched_at) && (
                <TimeAgo at={calendar.failed_at ?? calendar.fetched_at ?? ""} className="text-ink-3 text-xs" />
              )}
              <Button size="sm" variant="ghost" onClick={() => void remove.run(calendar)}>
                Remove<span className="sr-only"> {hostOf(calendar.address)}</span>
              </Button>
              {calendar.problem && (
                <p className="w-full text-bad-fg text-xs">
                  {PROBLEMS[calendar.problem] ?? "The calendar couldn't be read."} Known busy times still block calls.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <EndAddress
        ending={ending}
        onClose={() => setEnding(null)}
        onEnd={() => void (ending === "replace" ? create.run() : revoke.run())}
      />
    </div>
  );
}

type EndProps = { ending: "replace" | "revoke" | null; onClose: () => void; onEnd: () => void };

/** Asks first, because calendar apps lose the calls and no one can bring the old address back. */
function EndAddress({ ending, onClose, onEnd }: EndProps) {
  return (
    <ConfirmDialog
      open={ending !== null}
      onClose={onClose}
      title={`${ending === "replace" ? "Replace" : "Revoke"} the address?`}
      description={`The address stops working. Calendar apps that use it no longer show your calls${ending === "replace" ? " until you give them the new one." : "."}`}
      cancelLabel="Keep address"
      confirmLabel={`${ending === "replace" ? "Replace" : "Revoke"} address`}
      onConfirm={onEnd}
    />
  );
}

/** The address is a secret, so only its server is shown. */
const hostOf = (address: string) => URL.parse(address)?.hostname ?? "Calendar";
