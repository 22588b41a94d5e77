import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { nextPage } from "../../../../domain/landing/form-rules.ts";
import { textOf } from "../../../../domain/landing/render-parts.ts";
import { meetingChoicesQuery } from "./account-choices.ts";
import type { EditorState } from "./use-editor.ts";

const STATES = [
  { value: "form", label: "Form" },
  { value: "sent", label: "After sending" },
] as const;

type Props = { block: Block; shown: EditorState["sentBlock"]; onShow: EditorState["showSent"] };

/** Whether the page shows a form or what its visitors see after sending it: the message, and a call to book. */
export function FormState({ block, shown, onShow }: Props) {
  const { data: meetings } = useQuery(meetingChoicesQuery);
  const isOff = block.noCall === true;
  const hasCall = !isOff && (meetings?.length ?? 0) > 0;
  const isSent = shown?.block === block.id;
  // The page shows the form again when someone goes on to another block.
  useEffect(() => () => onShow(null), [onShow]);
  useEffect(() => {
    if (isSent) onShow({ block: block.id, hasCall });
  }, [isSent, hasCall, block.id, onShow]);
  return (
    <div className="mb-4 grid gap-1.5">
      <span aria-hidden="true" className="font-medium text-13">
        Shown on the page
      </span>
      <SegmentedControl
        legend="Shown on the page"
        options={STATES}
        value={isSent ? "sent" : "form"}
        onChange={(state) => onShow(state === "sent" ? { block: block.id, hasCall } : null)}
        className="flex w-full [&>label]:flex-1"
      />
      <p role="status" className="text-ink-3 text-xs empty:hidden">
        {isSent && explain(nextPage(textOf(block, "next")), hasCall, isOff)}
      </p>
    </div>
  );
}

function explain(next: string, hasCall: boolean, isOff: boolean): string {
  if (next) return `Visitors go to ${next} instead of seeing this.`;
  if (isOff) return "This form offers no call after sending.";
  return hasCall
    ? "Visitors can book one of your meeting types after sending."
    : "Add a meeting type under Calls to let visitors book a call after sending.";
}
