import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { VariantFigures } from "../../../../domain/landing/tests/results.ts";
import type { EditorState } from "../editor/use-editor.ts";
import { type PageTest, rollOutTest, stopTest } from "./api.ts";

const MAX_LEARNED = 2_000;

/** Stops a test, or also publishes one of its variants. */
export type Ending = { kind: "stop" } | { kind: "roll-out"; variant: VariantFigures };

type Props = { editor: EditorState; test: PageTest; ending: Ending | null; onClose: () => void };

export function EndDialog({ editor, test, ending, onClose }: Props) {
  return (
    <Dialog open={ending !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        {ending && <EndForm editor={editor} test={test} ending={ending} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

function EndForm({ editor, test, ending, onClose }: Props & { ending: Ending }) {
  const [learned, setLearned] = useState(test.learned ?? "");
  const end = useAction({
    action: async () => {
      if (ending.kind === "stop") await stopTest(test.id, learned);
      else await rollOutTest(test.id, ending.variant.version, learned);
      await editor.refresh();
    },
    successMessage: ending.kind === "stop" ? "The test is stopped" : `${ending.variant.label} is live for everyone`,
    errorMessage: ending.kind === "stop" ? "Couldn't stop the test" : "Couldn't roll out the variant",
    showProblem: "inline",
    invalidates: [queryKeys.landingTests(editor.page.id)],
    onSuccess: onClose,
  });
  const control = test.variants[0];
  const verb = ending.kind === "roll-out" && ending.variant.version === control?.version ? "Keep" : "Roll out";
  return (
    <>
      <DialogTitle>{ending.kind === "stop" ? "Stop this test?" : `${verb} ${ending.variant.label}?`}</DialogTitle>
      <DialogDescription>{consequence(ending, control)}</DialogDescription>
      {end.problem && <Banner tone="bad" role="alert" title={end.problem} />}
      <Field label="What did you learn?" hint="Optional. It stays with the test, and you can change it later.">
        <Textarea
          value={learned}
          maxLength={MAX_LEARNED}
          rows={3}
          onChange={(event) => setLearned(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Keep testing</Button>
        </DialogClose>
        <Button variant="primary" loading={end.busy} onClick={() => void end.run()}>
          <span>{ending.kind === "stop" ? "Stop test" : verb}</span>
        </Button>
      </DialogFooter>
    </>
  );
}

function consequence(ending: Ending, control: VariantFigures | undefined): string {
  if (ending.kind === "stop")
    return `All visitors see ${control?.label ?? "the live version"}, version ${control?.version}, within a second. You can't resume a stopped test.`;
  if (ending.variant.version === control?.version)
    return `The test stops. All visitors see version ${control.version}, which is live already.`;
  return `The test stops. Version ${ending.variant.version} goes live for all visitors within a second, as a new version. The draft and the URL stay as they are.`;
}
