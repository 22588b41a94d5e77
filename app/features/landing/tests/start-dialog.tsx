import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { ReadOnlyText } from "~/ui/read-only-text.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { TEST_GOALS, type TestGoal } from "../../../../domain/landing/tests/results.ts";
import { type Version, versionsQuery } from "../editor/api.ts";
import { type EditorState, useHasChanges } from "../editor/use-editor.ts";
import { startTest } from "./api.ts";
import { GOALS } from "./goals.ts";
import {
  type DraftVariant,
  evenWeights,
  firstVariants,
  MAX_VARIANTS,
  nextLabel,
  variantsProblem,
} from "./new-variants.ts";

type Props = { editor: EditorState; open: boolean; onClose: () => void };

/** Chooses what a test compares and by which goal, then starts it. */
export function StartDialog({ editor, open, onClose }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>{open && <StartForm editor={editor} onClose={onClose} />}</DialogContent>
    </Dialog>
  );
}

function StartForm({ editor, onClose }: Omit<Props, "open">) {
  const { page, save } = editor;
  const versions = useQuery(versionsQuery(page.id)).data ?? [];
  const [goal, setGoal] = useState<TestGoal>("submission");
  const [onlySource, setOnlySource] = useState("");
  const changed = useHasChanges(editor);
  const [variants, setVariants] = useState(() => firstVariants(page.version, changed));
  const start = useAction({
    action: async (_, id) => {
      if (!(await save.flush())) throw new Error("not saved");
      await startTest(id, page.id, {
        seen: save.seen(),
        goal,
        onlySource,
        variants: variants.map(({ version, weight, label }) => ({ version, weight: Number(weight), label })),
      });
      await editor.refresh();
    },
    successMessage: "The test is running",
    errorMessage: "Couldn't start the test",
    showProblem: "inline",
    invalidates: [queryKeys.landingTests(page.id), queryKeys.landingVersions(page.id)],
    onSuccess: onClose,
  });
  const rows = useRef<HTMLFieldSetElement>(null);
  const focusInvalid = useFocusInvalid(rows);
  const [isChecked, setChecked] = useState(false);
  const change = (at: number, next: Partial<DraftVariant>) => {
    start.setProblem(null);
    setVariants((all) => all.map((each, place) => (place === at ? { ...each, ...next } : each)));
  };
  const submit = () => {
    const problem = variantsProblem(variants);
    if (!problem) return void start.run();
    start.setProblem(problem);
    setChecked(true);
    focusInvalid();
  };
  return (
    <>
      <DialogTitle>Start a test</DialogTitle>
      <DialogDescription>
        Each visitor sees one variant all day, without a cookie. Publishing or unpublishing the page stops the test, and
        its results stay.
      </DialogDescription>
      <Field label="Goal" hint={GOALS[goal].hint}>
        <NativeSelect value={goal} onChange={(event) => setGoal(event.target.value as TestGoal)}>
          {TEST_GOALS.map((each) => (
            <option key={each} value={each}>
              {GOALS[each].label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <fieldset ref={rows} className="grid gap-2.5">
        <legend className="mb-1.5 font-medium text-13">Variants</legend>
        {variants.map((variant, at) => (
          <VariantRow
            key={variant.key}
            variant={variant}
            at={at}
            versions={versions}
            live={page.version}
            hasDraft={changed}
            isChecked={isChecked}
            onChange={(next) => change(at, next)}
            onRemove={
              variants.length > 2 && at > 0
                ? () => setVariants((all) => evenWeights(all.filter((_, place) => place !== at)))
                : undefined
            }
          />
        ))}
        {variants.length < MAX_VARIANTS && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() =>
              setVariants((all) =>
                evenWeights([...all, { key: crypto.randomUUID(), version: 0, label: nextLabel(all), weight: "" }]),
              )
            }
          >
            <Plus aria-hidden="true" />
            Add a variant
          </Button>
        )}
        {!changed && (
          <p className="text-ink-3 text-xs">The draft has no changes yet. Edit the page to compare it, too.</p>
        )}
        {start.problem && <Banner tone="bad" role="alert" title={start.problem} />}
      </fieldset>
      <Field
        label="Only visitors from one source"
        hint="Optional, such as instagram (utm_source) or google.com. All others see the live version."
      >
        <Input value={onlySource} maxLength={100} onChange={(event) => setOnlySource(event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" loading={start.busy} onClick={submit}>
          <span>Start test</span>
        </Button>
      </DialogFooter>
    </>
  );
}

type RowProps = {
  variant: DraftVariant;
  at: number;
  versions: readonly Version[];
  live: number;
  /** Whether the draft differs from the live version. */
  hasDraft: boolean;
  /** Marks a version that is not chosen yet. */
  isChecked: boolean;
  onChange: (next: Partial<DraftVariant>) => void;
  onRemove: (() => void) | undefined;
};

function VariantRow({ variant, at, versions, live, hasDraft, isChecked, onChange, onRemove }: RowProps) {
  const name = `Variant ${at + 1}`;
  return (
    <fieldset
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_5rem_2.25rem] items-end gap-2 phone:grid-cols-[minmax(0,1fr)_5rem_2.25rem]"
    >
      <Field label="Name">
        <Input value={variant.label} maxLength={40} onChange={(event) => onChange({ label: event.target.value })} />
      </Field>
      <Field label="Version" className="phone:order-last phone:col-span-3">
        {at === 0 ? (
          <ReadOnlyText value={`${live} (live)`} />
        ) : (
          <NativeSelect
            value={variant.version ?? "draft"}
            aria-invalid={(isChecked && variant.version === 0) || undefined}
            onChange={(event) =>
              onChange({ version: event.target.value === "draft" ? null : Number(event.target.value) })
            }
          >
            {variant.version === 0 && <option value={0}>Choose</option>}
            {(hasDraft || variant.version === null) && <option value="draft">The draft</option>}
            {versions
              .filter(({ number }) => number !== live)
              .map(({ number, title }) => (
                <option key={number} value={number}>
                  {number}: {title}
                </option>
              ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Percent">
        <Input
          inputMode="numeric"
          value={variant.weight}
          onChange={(event) => onChange({ weight: event.target.value })}
        />
      </Field>
      {onRemove && (
        <IconButton label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </fieldset>
  );
}
