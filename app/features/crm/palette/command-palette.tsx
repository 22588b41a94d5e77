import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Search, Table2 } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { overlayClasses } from "~/ui/dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { savedViewsQuery, useStages } from "../lib/api.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import { useFocusedLead } from "../lib/open-lead.ts";
import { LeadItems } from "./lead-items.tsx";
import { NewLead } from "./new-lead.tsx";
import { PageItems } from "./page-items.tsx";
import { leadActions } from "./palette-actions.ts";
import { PaletteGroup, PaletteItem, PaletteNote } from "./palette-parts.tsx";
import { useLeadSearch } from "./use-lead-search.ts";
import { useQueuedEnter } from "./use-queued-enter.ts";

type Props = {
  onClose: () => void;
  onOpenLead: (leadId: string) => void;
  onNewLead: (name: string) => void;
};

/** Everything by its name: leads, saved views, pages, and what one can do with the lead in question. */
export function CommandPalette({ onClose, onOpenLead, onNewLead }: Props) {
  const [query, setQuery] = useState("");
  const [marked, setMarked] = useState("");
  const { searchedQuery, leads, pending, failed, none } = useLeadSearch(query);
  const { data: views = [] } = useQuery(savedViewsQuery);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { stages } = useStages();
  const lead = useFocusedLead();
  const actions = leadActions(lead, stages, useLeadActions());
  const then = (work: () => void) => () => {
    onClose();
    // The dialog gives the focus back first: what opens next takes it over.
    setTimeout(work, 0);
  };
  const word = query.trim().toLowerCase();
  const fits = (label: string) => word.split(/\s+/).every((part) => label.toLowerCase().includes(part));
  // Enter takes the first of what was found, whatever was marked before it came.
  const first = leads[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word is another list, also with the same first lead
  useEffect(() => {
    if (first) setMarked(`lead ${first}`);
    else if (!pending) setMarked(list.current?.querySelector<HTMLElement>("[cmdk-item]")?.dataset["value"] ?? "");
  }, [first, searchedQuery, pending]);
  const { input, holdEnter } = useQueuedEnter(pending, first ? then(() => onOpenLead(first)) : null);
  const shownActions = actions.filter(({ label }) => fits(label)).slice(0, word ? 8 : 6);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          className="on-raised fixed top-28 left-1/2 z-50 w-[min(600px,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-xl bg-raised text-ink shadow-pop outline-none forced:border phone:top-3"
        >
          <Radix.Title className="sr-only">Search leads, views, actions</Radix.Title>
          <Command
            shouldFilter={false}
            loop
            value={marked}
            onValueChange={setMarked}
            label="Search leads, views, actions"
            onKeyDown={holdEnter}
          >
            <div className="flex h-12 items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Command.Input
                ref={input}
                value={query}
                onValueChange={setQuery}
                maxLength={100}
                placeholder="Search leads, views, actions"
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
              />
              <Kbd>esc</Kbd>
            </div>
            <Command.List ref={list} className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain pb-2">
              {word && failed && <PaletteNote>The search failed. Please try again.</PaletteNote>}
              {word && none && <PaletteNote>No lead is called “{query.trim()}”.</PaletteNote>}
              <LeadItems leads={leads} match={word} onOpen={(id) => then(() => onOpenLead(id))} />
              <PaletteGroup heading="Views">
                {views
                  .filter(({ name }) => word && fits(name))
                  .slice(0, 6)
                  .map(({ id, name, to }) => (
                    <PaletteItem key={id} value={`view ${id}`} onSelect={then(() => void navigate(to))}>
                      <Table2 aria-hidden="true" /> <span className="min-w-0 truncate">{name}</span>
                    </PaletteItem>
                  ))}
              </PaletteGroup>
              <PaletteGroup heading="Actions">
                {shownActions.map(({ id, label, key, Icon, stage, run }) => (
                  <PaletteItem key={id} value={`action ${id}`} onSelect={then(run)}>
                    {stage ? <StageIcon stage={stage} /> : Icon && <Icon aria-hidden="true" />}
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {key && <Kbd>{key}</Kbd>}
                  </PaletteItem>
                ))}
                {!word && <NewLead query="" onSelect={then(() => onNewLead(""))} />}
              </PaletteGroup>
              <PageItems matches={fits} onGo={(to) => then(() => void navigate(to))} />
              {/* Last, so that Enter never makes a lead of somebody whom the search had not found yet. */}
              {word && (
                <PaletteGroup heading="More">
                  <PaletteItem
                    value="action all"
                    onSelect={then(() => void navigate(`/crm/leads?q=${encodeURIComponent(query.trim())}`))}
                  >
                    <Table2 aria-hidden="true" />
                    <span className="min-w-0 flex-1 truncate">Search “{query.trim()}” in all leads</span>
                  </PaletteItem>
                  <NewLead query={query.trim()} onSelect={then(() => onNewLead(query.trim()))} />
                </PaletteGroup>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
