import { type KeyboardEvent, useId, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
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

/** Finds a lead by what is known of it. Enter chooses the marked one: the first, until an arrow key or the pointer marks another. */
export function LeadSearch({ except, onPick }: Props) {
  const { labelOf } = useStages();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const list = useId();
  const { found, searched, isPending } = useFoundLeads(typed);
  const leads = searched === "" ? [] : (found.data ?? []).filter(({ id }) => id !== except);
  const active = leads[Math.min(marked, leads.length - 1)];
  const { input, holdEnter } = useQueuedEnter(isPending, active ? () => onPick(active.id) : null);
  const onKeyDown = (event: KeyboardEvent) => {
    holdEnter(event);
    if (event.nativeEvent.isComposing || !active) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setMarked((leads.indexOf(active) + step + leads.length) % leads.length);
    } else if (event.key === "Enter" && !isPending) {
      event.preventDefault();
      onPick(active.id);
    }
  };
  return (
    <div className="grid gap-2">
      <Field label="Name, company, email or phone number">
        <Input
          ref={input}
          data-first=""
          type="search"
          role="combobox"
          aria-expanded={leads.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list}-${active.id}`}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
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
      <div
        id={list}
        role="listbox"
        aria-label="Leads"
        className="grid max-h-80 grid-cols-1 gap-0.5 overflow-y-auto empty:hidden"
      >
        {leads.map((lead) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
          <div
            key={lead.id}
            ref={lead === active ? showActive : undefined}
            id={`${list}-${lead.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={lead === active}
            onPointerMove={() => setMarked(leads.indexOf(lead))}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(lead.id)}
            className={cn(
              "flex min-h-11 cursor-pointer items-center gap-2.5 rounded-ctl px-2 py-1.5 text-13",
              lead === active && "bg-press",
            )}
          >
            <Avatar name={titleOf(lead)} size={24} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{titleOf(lead)}</span>
              <span className="block truncate text-ink-3 text-xs">
                {[lead.company, lead.email, labelOf(lead.stage), lead.owner_name].filter(Boolean).join(" · ")}
              </span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The arrow keys go on beyond the edge of the list. */
const showActive = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

const titleOf = ({ name, email, company }: LeadSearchResult) => name ?? email ?? company ?? "Unnamed lead";
