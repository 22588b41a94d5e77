import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Link } from "~/ui/link.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { agencySettingsQuery } from "../settings/api.ts";
import {
  type AccessChange,
  accessQuestion,
  billedItems,
  billedTexts,
  leadsOutcome,
  leadsText,
  premiumText,
} from "./access-change.ts";
import {
  accountNamesQuery,
  assigneesQuery,
  billedItemsQuery,
  type LeadReassignment,
  leadsToReassignQuery,
  type Person,
} from "./api.ts";
import { BilledNotice } from "./billed-notice.tsx";
import { OpenWorkList } from "./open-work-list.tsx";
import { useAccessChange } from "./use-person-actions.ts";
import { useRefusal } from "./use-refusal.tsx";

const KEEP = "keep";
const UNASSIGNED = "unassigned";

type Props = { person: Person; change: AccessChange; onClose: () => void };

/** Asks before a user gains or loses rights. It names the effects and decides about their open leads in the same step. */
export function AccessDialog({ person, change, onClose }: Props) {
  const { data: settings } = useQuery(agencySettingsQuery());
  const leads = leadsOutcome(person, change);
  const [taker, setTaker] = useState(leads === "may move" ? KEEP : "");
  const [missing, setMissing] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const { data: assignees } = useQuery(assigneesQuery());
  // Leads of client accounts can't stay either, but need no choice.
  const isClient = person.roles.some(({ role }) => role === "client");
  const isLeaving = (change === "sales" || change === "admin") && isClient;
  const isMoving =
    leads === null
      ? change === "deactivate" || change === "client" || (change === "sales" && isClient)
      : taker !== "" && taker !== KEEP;
  const { data: moving } = useQuery({
    ...leadsToReassignQuery(person.userId, reassignmentOf(taker)),
    enabled: isMoving && leads !== "stay",
  });
  const owner = assignees?.people.find(({ userId }) => userId === taker)?.name ?? null;
  const destination = isMoving && moving ? leadsText(moving, owner) : "";
  const focusInvalid = useFocusInvalid(content);
  const refusal = useRefusal(
    (code) =>
      code === "client_still_billed" && (
        <Link asChild className="whitespace-nowrap">
          <RouterLink to={`/admin/clients/${person.userId}`}>See their invoices</RouterLink>
        </Link>
      ),
  );
  const save = useAccessChange(person, refusal.onRefused);
  const isEnding = change === "deactivate" && isClient;
  const { data: billed, isLoading: isCounting } = useQuery({
    ...billedItemsQuery(person.userId),
    enabled: isEnding || isLeaving || change === "client",
    // What was settled in between counts.
    staleTime: 0,
  });
  const { data: accounts = [], isLoading: isNaming } = useQuery({
    ...accountNamesQuery(person.userId),
    enabled: isLeaving,
  });
  const required = {
    admin: settings?.require_factor_of_admins ?? false,
    sales: settings?.require_factor_of_sales ?? false,
  };
  const { title, effects, warning, confirmLabel, takesRights } = accessQuestion(
    { ...person, accounts, rejoins: billed?.rejoins ?? [] },
    change,
    required,
  );
  const send = async () => {
    if (leads === "must move" && !taker) {
      setMissing(true);
      return focusInvalid();
    }
    refusal.clear();
    if (await save.run({ change, leads: reassignmentOf(taker) })) onClose();
  };
  if (isLeaving && billed && billedItems(billed).length > 0)
    return (
      <Dialog open onOpenChange={(open) => open || onClose()}>
        <DialogContent>
          <DialogTitle>{title}</DialogTitle>
          <BilledNotice person={person} billed={billed} />
        </DialogContent>
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent ref={content}>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>
          {effects.join(" ")}
          {leads === null && destination && ` ${destination}`}
          {!isEnding && billed && ` ${premiumText(billed, change)}`}
          {leads === "stay" && ` Their ${countLeads(person)} stay with them.`}
        </DialogDescription>
        {isEnding && billed && <Staying texts={[...billedTexts(billed), premiumText(billed, change)]} />}
        {warning && (
          <Banner tone="warn" title={<span className="wrap-anywhere">{warning.title}</span>}>
            {warning.text}
          </Banner>
        )}
        {(change === "deactivate" || change === "client") && <OpenWorkList person={person} />}
        {(leads === "must move" || leads === "may move") && (
          <AssigneeField
            person={person}
            others={assignees?.people ?? []}
            hint={destination}
            value={taker}
            onChange={setTaker}
            mayKeep={leads === "may move"}
            {...(missing && !taker ? { error: "Choose a new owner" } : {})}
          />
        )}
        {refusal.alert}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={takesRights ? "danger" : "primary"}
            loading={save.busy || isCounting || (isLeaving && isNaming)}
            onClick={() => void send()}
          >
            <span>{confirmLabel}</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** What a client keeps without access. */
function Staying({ texts }: { texts: string[] }) {
  const said = texts.filter(Boolean);
  if (said.length === 0) return null;
  return (
    <ul
      aria-label="What stays in their name"
      className="grid list-disc gap-1 pl-4 wrap-anywhere text-13 text-ink-2 marker:text-ink-3"
    >
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function reassignmentOf(taker: string): LeadReassignment {
  if (taker === UNASSIGNED) return { unassign: true };
  return taker && taker !== KEEP ? { reassignTo: taker } : {};
}

const countLeads = ({ openLeads }: Person) => `${openLeads} open ${openLeads === 1 ? "lead" : "leads"}`;

type AssigneeProps = {
  person: Person;
  others: Person[];
  hint: string;
  value: string;
  onChange: (value: string) => void;
  mayKeep: boolean;
  error?: string;
};

function AssigneeField({ person, others, hint, value, onChange, mayKeep, error }: AssigneeProps) {
  return (
    <Field label={`${mayKeep ? "Owner" : "New owner"} for their ${countLeads(person)}`} error={error} hint={hint}>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {mayKeep ? <option value={KEEP}>{person.name} keeps them</option> : <option value="">Choose…</option>}
        {others
          .filter(({ userId }) => userId !== person.userId)
          .map(({ userId, name, openLeads }) => (
            <option key={userId} value={userId}>
              {name} ({openLeads} open)
            </option>
          ))}
        <option value={UNASSIGNED}>No one for now (unassigned)</option>
      </NativeSelect>
    </Field>
  );
}
