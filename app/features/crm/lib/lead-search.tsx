import { type KeyboardEvent, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { type LeadSearchResult, useStages } from "./api.ts";
import { useFoundLeads } from "./use-found-leads.ts";
import { useQueuedEnter } from "./use-queued-enter.ts";

type Props = {
  /** A lead that can't be chosen. */
  except?: string;
  onPick: (id: string) => void;
};

/** Finds a lead by what is known of it. Enter chooses the first one, and the arrow keys move through the list. */
export function LeadSearch({ except, onPick }: Props) {
  const { labelOf } = useStages();
  const [typed, setTyped] = useState("");
  const { found, searched, isPending } = useFoundLeads(typed);
  const leads = searched === "" ? [] : (found.data ?? []).filter(({ id }) => id !== except);
  const first = leads[0];
  const { input, holdEnter } = useQueuedEnter(isPending, first ? () => onPick(first.id) : null);
  const pickFirst = (event: KeyboardEvent) => {
    holdEnter(event);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || isPending || !first) return;
    event.preventDefault();
    onPick(first.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the field and the buttons in it
    <div className="grid gap-2" onKeyDown={moveByArrows}>
      <Field label="Name, company, email or phone number">
        <Input
          ref={input}
          data-first=""
          type="search"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={pickFirst}
        />
      </Field>
      {found.isError && (
        <LoadError text="Couldn't search leads" error={found.error} onRetry={() => void found.refetch()} />
      )}
      <p role="status" className="text-13 text-ink-3 empty:hidden">
        {searched !== "" &&
          found.data &&
          leads.length === 0 &&
          !found.isFetching &&
          (except ? "No other lead matches." : "No lead matches.")}
      </p>
      <ul aria-label="Leads" className="grid max-h-80 grid-cols-1 gap-0.5 overflow-y-auto empty:hidden">
        {leads.map((lead) => (
          <li key={lead.id}>
            <button
              type="button"
              onClick={() => onPick(lead.id)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-ctl px-2 py-1.5 text-left text-13 hover:bg-hover"
            >
              <Avatar name={titleOf(lead)} size={24} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{titleOf(lead)}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {[lead.company, lead.email, labelOf(lead.stage), lead.owner_name].filter(Boolean).join(" · ")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The arrow keys move from the field through the found leads and back. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const next = places[places.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const titleOf = ({ name, email, company }: LeadSearchResult) => name ?? email ?? company ?? "Unnamed lead";
