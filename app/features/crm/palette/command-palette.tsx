import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { LoaderCircle, Plus, Search, Table2, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { use, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { searchText } from "~/shared/shell/search-button.tsx";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { overlayClasses } from "~/ui/dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { useReturnFocus } from "~/ui/use-return-focus.ts";
import { savedViewsQuery, useStages } from "../lib/api.ts";
import { LeadActionsContext } from "../lib/lead-actions.ts";
import { useFocusedLead } from "../lib/open-lead.ts";
import { hasOpenDialog } from "../lib/shortcuts.ts";
import { useQueuedEnter } from "../lib/use-queued-enter.ts";
import { newLeadLabel } from "../new-lead/lead-input.ts";
import { ClientItems, RecordItems, useClientSearch } from "./client-items.tsx";
import { useLeadLists } from "./lead-lists.ts";
import { useLeadSearch } from "./lead-search.ts";
import { ListItems } from "./list-items.tsx";
import { beginsWith, beginsWords, contains, isActionMeant, isNamed, resembles } from "./matching.ts";
import {
  adminActions,
  LeadItems,
  LeadsSkeleton,
  leadActions,
  PageItems,
  PaletteGroup,
  PaletteItem,
  PaletteNote,
  SettingItems,
  usePages,
  WorkspaceItems,
} from "./palette-items.tsx";

export type PaletteProps = {
  /** Admins also find clients, invoices, accounts, landing pages, retainers and the pages of administration. */
  isAdmin: boolean;
  /** Returns what was typed before the field had the focus, and lets the field have the keys from now on. */
  takeTyped: () => string;
  onClose: () => void;
  onOpenLead: (leadId: string) => void;
  /** Missing outside the CRM. */
  onNewLead?: (name: string) => void;
};

/** Finds leads, lists of leads, saved views, pages, actions for the focused lead, and what admins can start. */
export function CommandPalette({ isAdmin, takeTyped, onClose, onOpenLead, onNewLead }: PaletteProps) {
  const [query, setQuery] = useState("");
  const [marked, setMarked] = useState("");
  const { searchedQuery, leads, none, ...leadSearch } = useLeadSearch(query);
  const { clients, invoices, records, ...clientSearch } = useClientSearch(query, isAdmin);
  const { lists, ...leadLists } = useLeadLists(query.trim(), isAdmin);
  const pending = leadSearch.pending || clientSearch.pending || leadLists.pending;
  const failed = leadSearch.failed || clientSearch.failed;
  const isNothingFound = none && !pending && clients.length + invoices.length + records.length + lists.length === 0;
  const placeholder = searchText(isAdmin);
  const { data: views = [] } = useQuery(savedViewsQuery);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { stages } = useStages();
  const { onCloseAutoFocus } = useReturnFocus();
  const lead = useFocusedLead();
  // Outside the CRM, no lead has the focus.
  const crm = use(LeadActionsContext);
  // Over an open window, the palette offers no actions of the lead, because they would replace the window.
  const [isOverWindow] = useState(() => hasOpenDialog(document.activeElement));
  const isReadOnly = useIsReadOnly();
  const actions = crm && !isOverWindow && !isReadOnly ? leadActions(lead, stages, crm) : [];
  const chosen = useRef<() => void>(undefined);
  const then = (work: () => void) => () => {
    chosen.current = work;
    onClose();
  };
  const withCameFrom = useWithCameFrom();
  const onGo = (to: string) => then(() => void navigate(withCameFrom(to)));
  const word = query.trim().toLowerCase();
  const allPages = usePages({ isAdmin, inCrm: crm !== null });
  const { starts, tasks } = adminActions(isAdmin);
  const names = [...allPages, ...actions, ...starts, ...tasks]
    .map(({ label }) => label)
    .concat(
      views.map(({ name }) => name),
      "New lead",
    );
  // The search for leads forgives typing errors itself.
  const isMistyped = !names.some((name) => contains(name, word));
  const fits = (label: string) => contains(label, word) || (isMistyped && resembles(label, word));
  const pages = allPages.filter(({ label }) => fits(label));
  const isLeadBegun = leads.some((one) => beginsWith(one, word));
  // "boar" or "baord" is the board, although the search also finds leads that resemble it, such as a bar. Its whole name is the
  // board even if a lead begins with it.
  const isPage =
    word !== "" &&
    (pages.some(({ label }) => label.toLowerCase() === word) ||
      (pages.some(({ label }) => isMistyped || beginsWords(label, word)) && !isLeadBegun));
  const isMeant = (label: string) => isActionMeant(label, lead, word);
  // "won" alone means the leads in Won, not a move of the lead in focus.
  const isActionOfLeadMeant = ({ label, stage }: { label: string; stage?: string }) =>
    isMeant(label) && (!stage || label.toLowerCase().startsWith(word.split(/\s+/)[0] ?? ""));
  const fitting = actions.filter(({ label }) => fits(label));
  const shownActions = [
    ...fitting.filter(isActionOfLeadMeant),
    ...fitting.filter((action) => !isActionOfLeadMeant(action)),
  ].slice(0, word ? 8 : 6);
  const shownTasks = word ? tasks.filter(({ label }) => fits(label)) : [];
  const shownStarts = starts.filter(({ label }) => fits(label));
  // Before anything is typed, someone who has a lead before them acts on it. Later "book" means the action, not a bookkeeper.
  const isActionFirst =
    word === ""
      ? shownActions.length > 0
      : (shownActions.some(isActionOfLeadMeant) ||
          shownStarts.some(({ label }) => label.toLowerCase().startsWith(word)) ||
          shownTasks.some(({ label }) => beginsWords(label, word)) ||
          (onNewLead !== undefined && isMeant("New lead"))) &&
        !leads.some((one) => isNamed(one, word));
  // In the CRM, leads come first, unless a client's name begins with the typed words and no lead does.
  const isClientFirst =
    crm === null ||
    (!isLeadBegun &&
      (clients.some((one) => beginsWith(one, word)) || records.some(({ name }) => beginsWords(name, word))));
  const first = !isClientFirst && !isPage && !isActionFirst ? leads[0]?.id : undefined;
  // Marks the first lead of new results and shows it, so that Enter opens it: in the same step, because Enter may be the next event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is a new list, even with the same first lead
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = 0;
    if (first) setMarked(`lead ${first}`);
    else if (!pending) setMarked(list.current?.querySelector<HTMLElement>("[cmdk-item]")?.dataset["value"] ?? "");
  }, [first, isPage, isActionFirst, isClientFirst, searchedQuery, pending]);
  const { input, holdEnter } = useQueuedEnter(pending, first ? then(() => onOpenLead(first)) : null);
  const pageItems = <PageItems pages={pages} onGo={onGo} />;
  const leadItems = leadSearch.isFirst ? (
    <LeadsSkeleton />
  ) : (
    <LeadItems leads={leads} match={word} onOpen={(id) => then(() => onOpenLead(id))} />
  );
  const actionItems = (
    <PaletteGroup heading="Actions">
      {shownActions.map(({ id, label, key, Icon, stage, run }) => (
        <PaletteItem key={id} value={`action ${id}`} onSelect={then(run)}>
          {stage ? <StageIcon stage={stage} /> : Icon && <Icon aria-hidden="true" />}
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {key && <Kbd>{key}</Kbd>}
        </PaletteItem>
      ))}
      {onNewLead && fits("New lead") && <NewLead query="" onSelect={then(() => onNewLead(""))} />}
      {[...shownTasks, ...shownStarts].map(({ to, label, Icon }) => (
        <PaletteItem key={to} value={`action ${to}`} onSelect={onGo(to)}>
          <Icon aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // By default, what was typed early would be selected and overwritten.
            event.preventDefault();
            input.current?.focus();
            const early = takeTyped();
            if (early) setQuery(early);
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus(event);
            // Afterward, so that the action can move the focus.
            chosen.current?.();
          }}
          className="on-raised fixed top-28 left-1/2 z-50 w-[min(600px,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-xl bg-raised text-ink shadow-pop outline-none forced:border phone:top-3"
        >
          <Radix.Title className="sr-only">{placeholder}</Radix.Title>
          <Command
            shouldFilter={false}
            loop
            value={marked}
            onValueChange={setMarked}
            label={placeholder}
            onKeyDown={holdEnter}
          >
            <div className="flex h-12 items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Command.Input
                ref={input}
                value={query}
                onValueChange={setQuery}
                maxLength={100}
                placeholder={placeholder}
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
              />
              {pending && (
                <LoaderCircle
                  aria-hidden="true"
                  // A quick answer shows none.
                  className="size-4 shrink-0 animate-spin text-ink-3 transition-opacity delay-300 still:animate-none starting:opacity-0"
                />
              )}
              <Kbd>esc</Kbd>
              <Radix.Close asChild>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Close"
                  className="-mr-3 hidden phone:inline-flex touch:inline-flex"
                >
                  <X aria-hidden="true" />
                </Button>
              </Radix.Close>
            </div>
            {/* Before the list, which may only have options. */}
            {word && failed && <PaletteNote>The search failed. Please try again.</PaletteNote>}
            {word && isNothingFound && (
              <PaletteNote>
                {isAdmin ? "Nothing matches" : "No leads match"} “{query.trim()}”.
              </PaletteNote>
            )}
            {/* The browser would keep what was there in view, above which new results appear. */}
            <Command.List
              ref={list}
              className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain pb-2 [overflow-anchor:none]"
            >
              {isPage && pageItems}
              {isActionFirst && actionItems}
              {!isClientFirst && leadItems}
              <ClientItems clients={clients} invoices={invoices} match={word} onGo={onGo} />
              <RecordItems records={records} match={word} onGo={onGo} />
              {isClientFirst && leadItems}
              <ListItems lists={lists} onGo={onGo} />
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
              {!isActionFirst && actionItems}
              {!isPage && pageItems}
              <WorkspaceItems matches={fits} onGo={onGo} />
              <SettingItems isAdmin={isAdmin} query={word} onGo={onGo} />
              {/* Last, so that Enter never adds a lead while the search is still running. */}
              {word && (
                <PaletteGroup heading="More">
                  <PaletteItem
                    value="action all"
                    onSelect={then(() => void navigate(crmPath(`/leads?q=${encodeURIComponent(query.trim())}`)))}
                  >
                    <Table2 aria-hidden="true" />
                    <span className="min-w-0 flex-1 truncate">Search “{query.trim()}” in all leads</span>
                  </PaletteItem>
                  {onNewLead && !fits("New lead") && (
                    <NewLead query={query.trim()} onSelect={then(() => onNewLead(query.trim()))} />
                  )}
                </PaletteGroup>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function NewLead({ query, onSelect }: { query: string; onSelect: () => void }) {
  return (
    <PaletteItem value="action new" onSelect={onSelect}>
      <Plus aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{newLeadLabel(query)}</span>
      <Kbd>C</Kbd>
    </PaletteItem>
  );
}
