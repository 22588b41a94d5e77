import { ensureSyntaxTree } from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";

const TIMEOUT_MS = 300;
const MAX_DIAGNOSTICS = 50;
/** Closed by what follows, by the rules of HTML: leaving them open is no mistake. */
const SELF_CLOSING = /^(p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rp|rt|html|head|body)$/i;

/** Tags that nobody closed, and ends without a beginning. */
export function findOpenTags(state: EditorState): Diagnostic[] {
  const tree = ensureSyntaxTree(state, state.doc.length, TIMEOUT_MS);
  const found: Diagnostic[] = [];
  tree?.iterate({
    enter(node) {
      if (found.length >= MAX_DIAGNOSTICS) return false;
      if (node.name === "MismatchedCloseTag" || node.name === "NoMatchCloseTag") {
        const text = state.sliceDoc(node.from, Math.min(node.to, node.from + 40));
        found.push({
          from: node.from,
          to: node.to,
          severity: "warning",
          message: `${text} closes nothing that is open`,
        });
        return false;
      }
      if (node.name !== "Element") return true;
      const open = node.node.getChild("OpenTag");
      const name = open?.getChild("TagName");
      if (!open || !name || node.node.getChild("CloseTag")) return true;
      const tag = state.sliceDoc(name.from, name.to);
      if (!SELF_CLOSING.test(tag))
        found.push({ from: open.from, to: open.to, severity: "warning", message: `<${tag}> is never closed` });
      return true;
    },
  });
  return found;
}
