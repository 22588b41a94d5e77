import type { Role } from "../../../domain/roles.ts";

/** The current keyboard shortcuts. Two lists in `keys` are the same shortcut on different platforms. */
export const SHORTCUTS: { does: string; keys: readonly string[]; or?: readonly string[]; role?: Role }[] = [
  { does: "Open or close the sidebar", keys: ["Ctrl", "B"], or: ["⌘", "B"] },
  { does: "Search the help center", keys: ["/"] },
  { does: "Next or previous tab", keys: ["→"], or: ["←"] },
  { does: "Close a dialog or exit full screen", keys: ["Esc"] },
  { does: "Next or previous control", keys: ["Tab"], or: ["Shift", "Tab"] },
  { does: "Press the focused button", keys: ["Enter"], or: ["Space"] },
];
