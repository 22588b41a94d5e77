import type { Role } from "../../domain/roles.ts";

/**
 * Where some shortcuts work. `keys` maps keys to descriptions: 'mod' is ⌘ or Ctrl, 'j k' are two keys, 'g then t' is one after the
 * other, '1–8' is one of eight.
 */
export type ShortcutGroup = {
  name: string;
  keys: Record<string, string>;
  roles?: readonly Role[];
  /** The keys that change leads or calls. An account on the free plan only reads them. */
  changes?: readonly string[];
};

/** Clients have these in the workspaces of their accounts. */
const TEAM = ["sales", "admin", "client"] as const;
const PAGE_WRITERS = ["admin", "client"] as const;
const ADMINS = ["admin"] as const;

/** Every keyboard shortcut of the product. The screens, the shortcuts dialog and the help center read them here. */
export const shortcuts = {
  general: {
    name: "Everywhere",
    keys: {
      "Tab shift+Tab": "Next or previous control",
      "Enter Space": "Press the focused button",
      "ArrowRight ArrowLeft": "Next or previous tab in a list of tabs",
      Escape: "Close a dialog, leave full screen",
    },
  },
  help: { name: "Help center", keys: { "/": "Search the help center" } },
  sidebar: { name: "Sidebar", keys: { "mod+b": "Open or close the sidebar" }, roles: TEAM },
  crm: {
    name: "All sales pages",
    keys: {
      "mod+k": "Search and actions",
      "/": "Search",
      c: "New lead",
      "g then t": "Go to Today",
      "g then b": "Go to Board",
      "g then l": "Go to Leads",
      "g then c": "Go to Calls",
      "g then a": "Go to Analytics",
      "g then s": "Go to Shifts",
      "g then i": "Go to Import & export",
      "mod+z": "Undo",
      "?": "All shortcuts",
    },
    changes: ["c"],
    roles: TEAM,
  },
  admin: { name: "Administration", keys: { "mod+k": "Search" }, roles: ADMINS },
  today: {
    name: "Today",
    keys: {
      "j k": "Next or previous lead",
      Enter: "Claim and call, or open",
      o: "Open lead",
      l: "Log a call, then 1–4 for the outcome",
      t: "Add task",
      d: "Complete next task",
      m: "Move or change next task",
      n: "Add note",
      e: "Write email",
      b: "Book a call",
      a: "Assign",
      h: "Booked call: held",
      s: "Booked call: no-show",
      r: "Booked call: reschedule",
      x: "Select",
      Escape: "Clear selection",
      "1–8": "Move to stage 1–8",
    },
    changes: ["Enter", "l", "t", "d", "m", "n", "e", "b", "a", "h", "s", "r", "x", "Escape", "1–8"],
    roles: TEAM,
  },
  board: {
    name: "Board",
    keys: {
      "j k": "Next or previous card",
      "ArrowRight ArrowLeft": "Next or previous column",
      "1–8": "Move to stage 1–8",
      x: "Select",
      Escape: "Clear selection",
      m: "Open card menu",
      a: "Assign",
      n: "Add note",
      t: "Add task",
      l: "Log a call",
      b: "Book a call",
      e: "Write email",
    },
    roles: TEAM,
  },
  leads: {
    name: "Leads",
    keys: {
      "j k": "Next or previous lead",
      e: "Edit cell",
      x: "Select",
      "shift+ArrowDown shift+ArrowUp": "Select the next or previous lead, too",
      "mod+a": "Select all loaded leads, then all matching ones",
      Escape: "Clear selection",
      a: "Assign",
      n: "Add note",
      t: "Add task",
      l: "Log a call",
      b: "Book a call",
      "1–8": "Move to stage 1–8",
      "shift+ArrowLeft shift+ArrowRight": "Move the focused column",
      "alt+ArrowLeft alt+ArrowRight": "Resize the focused column",
    },
    changes: ["e", "x", "shift+ArrowDown shift+ArrowUp", "mod+a", "Escape", "a", "n", "t", "l", "b", "1–8"],
    roles: TEAM,
  },
  selectedLeads: {
    name: "Selected leads",
    keys: {
      "shift+t": "Tag",
      "shift+m": "Merge two leads",
      "shift+a": "Archive",
    },
    changes: ["shift+t", "shift+m", "shift+a"],
    roles: TEAM,
  },
  lead: {
    name: "Open lead",
    keys: {
      "j k": "Next or previous lead",
      Enter: "Claim and call",
      n: "Add note",
      l: "Log a call, then 1–4 for the outcome",
      e: "Write email",
      t: "Add task",
      d: "Complete next task",
      m: "Move or change next task",
      b: "Book a call",
      a: "Assign",
      h: "Booked call: held",
      s: "Booked call: no-show",
      r: "Booked call: reschedule",
      "1–8": "Move to stage 1–8",
    },
    changes: ["Enter", "n", "l", "e", "t", "d", "m", "b", "a", "h", "s", "r", "1–8"],
    roles: TEAM,
  },
  calls: {
    name: "Calls",
    keys: {
      "j k": "Next or previous call",
      Enter: "Show the call",
      o: "Open the lead",
      m: "Move the call",
      a: "Hand over the call",
      b: "Book a call",
      "p n": "Previous or next week",
      h: "Held",
      s: "No-show",
      r: "Reschedule",
    },
    changes: ["m", "a", "b", "h", "s", "r"],
    roles: TEAM,
  },
  landingEditor: {
    name: "Landing page editor",
    keys: {
      "mod+s": "Save",
      "mod+z": "Undo",
      "shift+mod+z": "Redo",
      Enter: "Open the focused block",
      "alt+ArrowUp alt+ArrowDown": "Move the focused block",
      "mod+d": "Duplicate the focused block",
      Delete: "Remove the focused block",
    },
    roles: PAGE_WRITERS,
  },
  requests: {
    name: "Requests",
    keys: { "/": "Search", "ArrowDown ArrowUp": "Next or previous request", Enter: "Open or close the request" },
    roles: ADMINS,
  },
  invoiceEditor: { name: "Invoice editor", keys: { "mod+s": "Save draft", "mod+Enter": "Send" }, roles: ADMINS },
} satisfies Record<string, ShortcutGroup>;

/** The groups without the keys that change leads, which an account on the free plan can't do. */
export const withoutChanges = (groups: readonly ShortcutGroup[]): ShortcutGroup[] =>
  groups
    .map((group) => ({
      ...group,
      keys: Object.fromEntries(Object.entries(group.keys).filter(([key]) => !group.changes?.includes(key))),
    }))
    .filter(({ keys }) => Object.keys(keys).length > 0);

/** The groups for a user, in the order of the help center. */
export const shortcutsFor = (role: Role | null): ShortcutGroup[] =>
  Object.values<ShortcutGroup>(shortcuts).filter(({ roles }) => !roles || (role !== null && roles.includes(role)));
