import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowRight, Plus, Search, Table2 } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useFocusedLead } from "~/shared/crm/focused-lead.ts";
import { useLeadActions } from "~/shared/crm/lead-actions.ts";
import { useStages } from "~/shared/crm/list-stages.ts";
import { readRecent } from "~/shared/crm/recent-leads.ts";
import { searchLeads } from "~/shared/crm/search-leads.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useSettled } from "~/shared/use-settled.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { scrimClasses } from "~/ui/dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { StageGlyph } from "~/ui/stage-glyph.tsx";
import { leadActions } from "./palette-actions.ts";

const PAGES = [
  ["/crm", "Today"],
  ["/crm/board", "Board"],
  ["/crm/leads", "Leads"],
  ["/crm/analytics", "Analytics"],
  ["/crm/import", "Import & export"],
  ["/settings", "Settings"],
  ["/help", "Help"],
] as const;

export type PaletteView = { id: string; name: string; to: string };
type Props = {
  views?: PaletteView[] | undefined;
  onClose: () => void;
  onOpenLead: (leadId: string) => void;
  onNewLead: (name: string) => void;
};

/** Everything by its name: leads, saved views, pages, and what one can do with the lead in question. */
export function CommandPalette({ views = [], onClose, onOpenLead, onNewLead }: Props) {
  const [query, setQuery] = useState("");
  const [marked, setMarked] = useState("");
  const asked = useSettled(query.trim());
  const found = useQuery({
    queryKey: queryKeys.crmSearch(asked),
    queryFn: () => searchLeads(asked),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate();
  const { stages, labelOf } = useStages();
  const lead = useFocusedLead();
  const actions = leadActions(lead, stages, useLeadActions());
  const then = (work: () => void) => () => {
    onClose();
    // The dialog gives the focus back first: what opens next takes it over.
    setTimeout(work, 0);
  };
  const word = query.trim().toLowerCase();
  const fits = (label: string) => word.split(/\s+/).every((part) => label.toLowerCase().includes(part));
  const leads = word
    ? (found.data ?? [])
    : readRecent().map((recent) => ({ ...recent, owner_name: null, email: null, phone: null }));
  // Enter takes the first of what was found, whatever was marked before it came.
  const first = leads[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word is another list, also with the same first lead
  useEffect(() => {
    if (first) setMarked(`lead ${first}`);
  }, [first, asked]);
  const shownActions = actions.filter(({ label }) => fits(label)).slice(0, word ? 8 : 6);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
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
          >
            <div className="flex h-12 items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                maxLength={100}
                placeholder="Search leads, views, actions"
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
              />
              <Kbd>esc</Kbd>
            </div>
            <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain pb-2">
              {word && found.isError && <Note>The search failed. Please try again.</Note>}
              {word && !found.isFetching && found.data?.length === 0 && (
                <Note>No lead is called “{query.trim()}”.</Note>
              )}
              <Group heading={word ? "Leads, tolerant of typos" : "Recent leads"}>
                {leads.map((one) => (
                  <Item key={one.id} value={`lead ${one.id}`} onSelect={then(() => onOpenLead(one.id))}>
                    <StageGlyph stage={one.stage} />
                    <span className="min-w-0 flex-1 truncate">
                      <b className="font-medium">
                        <Marked text={one.name ?? one.email ?? "Unnamed lead"} word={word} />
                      </b>{" "}
                      <span className="text-ink-3">
                        <Marked text={one.company ?? ""} word={word} />
                      </span>
                    </span>
                    <span className="shrink-0 text-ink-3 text-xs">{labelOf(one.stage)}</span>
                    {one.owner_name && one.owner_name !== "Unassigned" && <Avatar name={one.owner_name} size={20} />}
                  </Item>
                ))}
              </Group>
              <Group heading="Views">
                {views
                  .filter(({ name }) => word && fits(name))
                  .slice(0, 6)
                  .map(({ id, name, to }) => (
                    <Item key={id} value={`view ${id}`} onSelect={then(() => void navigate(to))}>
                      <Table2 aria-hidden="true" /> <span className="min-w-0 truncate">{name}</span>
                    </Item>
                  ))}
              </Group>
              <Group heading="Actions">
                {shownActions.map(({ id, label, key, Icon, stage, run }) => (
                  <Item key={id} value={`action ${id}`} onSelect={then(run)}>
                    {stage ? <StageGlyph stage={stage} /> : Icon && <Icon aria-hidden="true" />}
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {key && <Kbd>{key}</Kbd>}
                  </Item>
                ))}
                <Item value="action new" onSelect={then(() => onNewLead(query.trim()))}>
                  <Plus aria-hidden="true" />
                  <span className="min-w-0 flex-1 truncate">
                    {query.trim() ? `New lead named “${query.trim()}”` : "New lead"}
                  </span>
                  <Kbd>C</Kbd>
                </Item>
                {word && (
                  <Item
                    value="action all"
                    onSelect={then(() => void navigate(`/crm/leads?q=${encodeURIComponent(query.trim())}`))}
                  >
                    <Table2 aria-hidden="true" />
                    <span className="min-w-0 flex-1 truncate">Search “{query.trim()}” in all leads</span>
                  </Item>
                )}
              </Group>
              <Group heading="Pages">
                {PAGES.filter(([, label]) => fits(label)).map(([to, label]) => (
                  <Item key={to} value={`page ${to}`} onSelect={then(() => void navigate(to))}>
                    <ArrowRight aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const empty = Array.isArray(children) && children.flat().filter(Boolean).length === 0;
  if (empty) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="mx-1.5 flex h-[38px] cursor-pointer items-center gap-2.5 rounded-[7px] pr-2 pl-2.5 text-13 data-[selected=true]:bg-press phone:h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3"
    >
      {children}
    </Command.Item>
  );
}

/** What one typed, where it stands in a name to the letter. */
function Marked({ text, word }: { text: string; word: string }) {
  const at = word ? text.toLowerCase().indexOf(word) : -1;
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent-ink">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 pt-3 pb-1 text-13 text-ink-3">
      {children}
    </p>
  );
}
