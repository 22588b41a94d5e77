import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { lostPremium } from "../../../../domain/lost-premium.ts";
import { type Role, type RoleRow, roleNoun } from "../../../../domain/roles.ts";
import { unhostedTypes } from "../../../../domain/unhosted-types.ts";

/** What an admin does to a person's access: makes them something, or ends or restores what they have. */
export type AccessChange = Role | "approve" | "deactivate" | "reactivate";

type Subject = {
  name: string;
  roles: readonly RoleRow[];
  agencyLeads: number;
  twoStep: boolean;
  onlyOwnerOf: readonly string[];
  /** The names of the accounts that they belong to as a client. */
  accounts?: readonly string[];
  /** The names of the accounts that they belong to again as a client. */
  rejoins?: readonly string[];
};

/** How many open leads the chosen owner gets, and how many of accounts where they don't work go to others. */
export type ReassignedLeads = { toOwner: number; toOthers: number };

/** What names a person as the client and continues without their access. */
export type BilledItems = {
  invoices: number;
  /** Agreed invoices, which can't be paid yet. */
  agreed: number;
  retainers: number;
  hasPlan: boolean;
  /** The day on which the plan's free trial becomes a paid plan. */
  trialEnds: string | null;
  /** The last day of a plan that was canceled. */
  planEnds: string | null;
  /** The names of the accounts that have Premium only through them, or have it again once they are a client again. */
  premium: readonly string[];
  /** The names of the accounts that someone who left for the team belongs to again as a client. */
  rejoins: readonly string[];
};

/** What a person has open besides their leads. */
export type OpenWork = {
  calls: number;
  tasks: number;
  requests: number;
  /** The names of the meeting types without another host. */
  types: readonly string[];
};

/** Which roles the agency lets in only with a second factor. */
export type RequiredFactors = { admin: boolean; sales: boolean };

export type AccessQuestion = {
  title: string;
  effects: string[];
  /** What others lose. */
  warning?: { title: string; text: string };
  confirmLabel: string;
  takesRights: boolean;
};

const GAINS: Record<Role, string> = {
  admin: "They can see and change everything: users, clients, invoices, and settings.",
  sales: "They can work with leads in the CRM.",
  client: "They only see the client portal.",
};
const STAYS_WITH_OTHERS = "If leads or booked calls went to others, they stay there.";
const NEW_ACCOUNT = "If they belong to no account yet, they get one in their own name, which you can rename.";
const MAKE_LABELS: Record<Role, string> = { admin: "Make admin", sales: "Make sales rep", client: "Make client" };

/** The question before a change of access: who, what they gain, what they lose. */
export function accessQuestion(person: Subject, change: AccessChange, required: RequiredFactors): AccessQuestion {
  const { name } = person;
  switch (change) {
    case "deactivate":
      return {
        title: `Deactivate ${name}?`,
        effects: ["They're signed out everywhere and lose access right away. You can reactivate them at any time."],
        ...(person.onlyOwnerOf.length > 0 && { warning: ownerWarning(person) }),
        confirmLabel: "Deactivate",
        takesRights: true,
      };
    case "reactivate":
    case "approve": {
      const roles = rolesIn(person, change === "approve" ? "pending" : "inactive");
      const verb = change === "approve" ? "Approve" : "Reactivate";
      const told = change === "approve" ? ["We'll email them."] : [];
      return {
        title: `${verb} ${name} as ${roles.map(roleNoun).join(" and ")}?`,
        effects: [
          ...roles.map((role) => GAINS[role]),
          ...(change === "reactivate" && roles.some((role) => role !== "client") ? [STAYS_WITH_OTHERS] : []),
          ...told,
          ...factorEffects(person, roles, required),
        ],
        confirmLabel: verb,
        takesRights: false,
      };
    }
    default: {
      const losses = lossesOf(person, change);
      const leavesAccounts = change !== "client" && person.onlyOwnerOf.length > 0;
      return {
        title: `Make ${name} ${roleNoun(change)}?`,
        effects: [
          GAINS[change],
          ...(change === "client" ? [rejoinText(person)] : []),
          ...losses,
          ...factorEffects(person, [change], required),
        ],
        ...(leavesAccounts && { warning: ownerWarning(person) }),
        confirmLabel: MAKE_LABELS[change],
        takesRights: losses.length > 0 && change !== "admin",
      };
    }
  }
}

const rejoinText = ({ rejoins = [] }: Subject) =>
  rejoins.length > 0 ? `They rejoin ${formatNames([...rejoins])}.` : NEW_ACCOUNT;

const rolesIn = ({ roles }: Subject, status: RoleRow["status"]) =>
  roles.filter((row) => row.status === status).map(({ role }) => role);

function lossesOf(person: Subject, next: Role): string[] {
  const losses = rolesIn(person, "active")
    .filter((role) => role !== next)
    .map((role) =>
      role === "admin"
        ? "They stop being an admin and are signed out everywhere."
        : `They stop being ${roleNoun(role)}.`,
    );
  if (next !== "client" && person.accounts && person.accounts.length > 0)
    losses.push(
      `They leave the ${person.accounts.length === 1 ? "account" : "accounts"} ${formatNames([...person.accounts])}. If they become a client again, they rejoin.`,
    );
  if (rolesIn(person, "pending").length > 0) losses.push("Their sign-up no longer waits for approval.");
  return losses;
}

function factorEffects({ twoStep }: Subject, roles: readonly Role[], required: RequiredFactors): string[] {
  const asked = roles.some((role) => role !== "client" && required[role]);
  return asked && !twoStep ? ["They have to set up two-step sign-in before they can continue."] : [];
}

function ownerWarning({ onlyOwnerOf }: Subject): AccessQuestion["warning"] {
  const whose = onlyOwnerOf.length === 1 ? "its" : "their";
  return {
    title: `${formatNames([...onlyOwnerOf])} will have no active owner`,
    text: `Until you make someone else an owner, only your team can manage ${whose} people.`,
  };
}

/**
 * What happens to a person's open leads of the agency: they need another owner, they may have one, or they stay. Null: there are none to decide
 * about.
 */
export function leadsOutcome(person: Subject, change: AccessChange): "must move" | "may move" | "stay" | null {
  if (person.agencyLeads === 0 || change === "approve" || change === "reactivate") return null;
  if (change === "deactivate" || change === "client") return "must move";
  return rolesIn(person, "active").includes("sales") ? "may move" : "stay";
}

/** Where a person's open leads go, before they go there. `owner` is the new owner's name, if one is chosen. */
export function leadsText({ toOwner, toOthers }: ReassignedLeads, owner: string | null): string {
  const leads = (count: number) => `${formatCount(count)} open ${count === 1 ? "lead" : "leads"}`;
  const goes = (count: number) => (count === 1 ? "goes" : "go");
  const parts = [];
  if (owner && toOwner > 0) parts.push(`${leads(toOwner)} ${goes(toOwner)} to ${owner}.`);
  if (toOthers > 0) {
    const whose = owner ? " of client accounts" : "";
    const becomes = toOthers === 1 ? "becomes" : "become";
    parts.push(
      `${leads(toOthers)}${whose} ${becomes} unassigned, or ${goes(toOthers)} to the next host of a booked call.`,
    );
  }
  return parts.join(" ");
}

/** How many leads changed hands; of an undone deactivation, how many came back, and how many stay with others. */
export type MovedLeads = { moved: number; kept: number };

/** What an undone deactivation returned; empty when no lead had changed hands. */
export function returnedText({ moved, kept }: MovedLeads): string {
  const leads = (count: number) => `${formatCount(count)} open ${count === 1 ? "lead" : "leads"}`;
  const returned = moved > 0 ? `${leads(moved)} ${moved === 1 ? "is" : "are"} theirs again.` : "";
  const stays = `${leads(kept)} ${kept === 1 ? "stays" : "stay"} with ${kept === 1 ? "its" : "their"} new owner, because someone has changed ${kept === 1 ? "it" : "them"} since then.`;
  return [returned, kept > 0 ? stays : "", moved + kept > 0 ? "Booked calls stay with their new hosts." : ""]
    .filter(Boolean)
    .join(" ");
}

/** What names a client and continues; only what there is. A client who is billed can't join the team before this is settled. */
export function billedItems(billed: BilledItems) {
  const { hasPlan, trialEnds, planEnds } = billed;
  const plan = planEnds ? "a canceled Premium plan" : trialEnds ? "a free trial of Premium" : "a paid Premium plan";
  return [...moneyItems(billed), ...(hasPlan ? [{ kind: "plan" as const, text: plan }] : [])];
}

function moneyItems({ invoices, agreed, retainers }: BilledItems) {
  const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
  return [
    ...(invoices > 0 ? [{ kind: "invoices" as const, text: counted(invoices, "open invoice") }] : []),
    ...(agreed > 0 ? [{ kind: "agreed" as const, text: counted(agreed, "active invoice") }] : []),
    ...(retainers > 0 ? [{ kind: "retainers" as const, text: counted(retainers, "ongoing retainer") }] : []),
  ];
}

/** What stays open in the name of a client who is deactivated, one thing each; empty when nothing does. */
export function billedTexts(billed: BilledItems): string[] {
  const { invoices, agreed, retainers, hasPlan } = billed;
  const count = invoices + agreed + retainers;
  const texts = [];
  if (count > 0) {
    const items = formatNames(moneyItems(billed).map(({ text }) => text));
    texts.push(
      `${items} ${count === 1 ? "stays" : "stay"} in their name. They can't see or pay ${count === 1 ? "it" : "them"}.`,
    );
  }
  if (retainers > 0)
    texts.push(
      `${retainers === 1 ? "The retainer sends" : "The retainers send"} no invoices until you reactivate the client. Months that begin in the meantime are billed then.`,
    );
  if (hasPlan) texts.push(planStays(billed));
  return texts;
}

function planStays({ trialEnds, planEnds }: BilledItems): string {
  if (planEnds) return `Their canceled Premium plan runs until ${formatDay(planEnds)}.`;
  return trialEnds
    ? `Premium comes from their free trial. It becomes a paid plan on ${formatDay(trialEnds)}. They can't cancel it while they can't sign in.`
    : "They still pay for Premium. They can't cancel the plan while they can't sign in.";
}

/** What happens to accounts with Premium only through a client who is deactivated, joins the team, or is a client again; empty without any. */
export function premiumText({ premium: names, rejoins }: BilledItems, change: AccessChange): string {
  if (names.length === 0) return "";
  const isOne = names.length === 1;
  if (change === "client")
    return rejoins.length > 0 ? `${formatNames([...names])} ${isOne ? "has" : "have"} Premium through them again.` : "";
  if (change === "deactivate") return `${formatNames([...names])} ${isOne ? "keeps" : "keep"} Premium through them.`;
  return lostPremium(names);
}

/** What happens to the open work of a person who leaves the team; only what there is. */
export function workTexts(
  { calls, tasks, requests, types }: OpenWork,
  name: string,
): Partial<Record<keyof OpenWork, string>> {
  const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
  const texts: Partial<Record<keyof OpenWork, string>> = {};
  if (calls === 1)
    texts.calls = `1 booked call goes to a colleague who is free then. If no one is, it stays with ${name}, and we email the admins to move it.`;
  if (calls > 1)
    texts.calls = `${counted(calls, "booked call")} go to colleagues who are free then. If no one is free for a call, it stays with ${name}, and we email the admins to move it.`;
  if (tasks > 0)
    texts.tasks = `${counted(tasks, "open task")} ${tasks === 1 ? "goes with its lead" : "go with their leads"}.`;
  if (requests > 0)
    texts.requests = `${counted(requests, "open request")} ${requests === 1 ? "stays" : "stay"} assigned to ${name} until you assign ${requests === 1 ? "it" : "them"} to someone else.`;
  if (types.length > 0) texts.types = unhostedTypes(types);
  return texts;
}

/** The role that Reactivate alone restores, so making the person that would do the same; null when there are several. */
export function restoredRole({ roles: [only, ...others] }: Pick<Subject, "roles">): Role | null {
  return only?.status === "inactive" && others.length === 0 ? only.role : null;
}

/** The change that restores what the person had. Null when only several changes, or an approval, would. */
export function reverseOf({ roles }: Subject, change: AccessChange): AccessChange | null {
  const all = (status: RoleRow["status"]) => roles.length > 0 && roles.every((row) => row.status === status);
  if (change === "approve") return null;
  if (change === "deactivate") return all("active") ? "reactivate" : null;
  if (change === "reactivate") return all("inactive") ? "deactivate" : null;
  return roles.length === 1 && all("active") ? (roles[0]?.role ?? null) : null;
}
