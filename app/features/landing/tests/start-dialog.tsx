import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type SubmitEvent, useId, useRef, useState } from "react";
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
  changeWeight,
  type DraftVariant,
  evenWeights,
  firstVariants,
  MAX_VARIANTS,
  nextLabel,
  type VariantsProblem,
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
  const problemId = useId();
  const [problem, setProblem] = useState<VariantsProblem | null>(null);
  const shownProblem = problem?.text ?? start.problem;
  const change = (next: (all: DraftVariant[]) => DraftVariant[]) => {
    start.setProblem(null);
    setProblem(null);
    setVariants(next);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = variantsProblem(variants);
    setProblem(found);
    start.setProblem(null);
    if (found) focusInvalid();
    else if (!start.busy) void start.run();
  };
  return (
    <form onSubmit={submit} noValidate className="contents">
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
            wrong={problem?.keys.includes(variant.key) ? problem.field : undefined}
            problemId={problemId}
            onChange={(next) => change((all) => all.map((each) => (each === variant ? { ...each, ...next } : each)))}
            onWeight={(weight) => change((all) => changeWeight(all, variant.key, weight))}
            onRemove={
              variants.length > 2 && at > 0
                ? () => change((all) => evenWeights(all.filter((each) => each !== variant)))
                : undefined
            }
          />
        ))}
        {variants.length < MAX_VARIANTS && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() =>
              change((all) =>
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
        {shownProblem && <Banner id={problemId} tone="bad" role="alert" title={shownProblem} />}
      </fieldset>
      <Field
        label="Only visitors from one source"
        hint="Optional, such as instagram (utm_source) or google.com. Everyone else sees the live version."
      >
        <Input value={onlySource} maxLength={100} onChange={(event) => setOnlySource(event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={start.busy}>
          <span>Start test</span>
        </Button>
      </DialogFooter>
    </form>
  );
}

type RowProps = {
  variant: DraftVariant;
  at: number;
  versions: readonly Version[];
  live: number;
  /** Whether the draft differs from the live version. */
  hasDraft: boolean;
  /** The field that is wrong, which the element problemId explains. */
  wrong: VariantsProblem["field"] | undefined;
  problemId: string;
  onChange: (next: Partial<DraftVariant>) => void;
  onWeight: (weight: string) => void;
  onRemove: (() => void) | undefined;
};

function VariantRow(props: RowProps) {
  const { variant, at, versions, live, hasDraft, wrong, problemId, onChange, onWeight, onRemove } = props;
  const name = `Variant ${at + 1}`;
  const marks = (field: RowProps["wrong"]) =>
    wrong === field ? { "aria-invalid": true, "aria-describedby": problemId } : {};
  return (
    <fieldset
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_5rem_2.25rem] items-end gap-2 phone:grid-cols-[minmax(0,1fr)_5rem_2.25rem]"
    >
      <Field label="Name">
        <Input
          value={variant.label}
          maxLength={40}
          {...marks("label")}
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Field>
      <Field label="Version" className="phone:order-last phone:col-span-3">
        {at === 0 ? (
          <ReadOnlyText value={`${live} (live)`} />
        ) : (
          <NativeSelect
            value={variant.version ?? "draft"}
            {...marks("version")}
            onChange={(event) =>
              onChange({ version: event.target.value === "draft" ? null : Number(event.target.value) })
            }
          >
            {variant.version === 0 && <option value={0}>Choose</option>}
            {(hasDraft || variant.version === null) && <option value="draft">The draft</option>}
            {versions
              .filter(({ number }) => number !== live)
              .map(({ number, name }) => (
                <option key={number} value={number}>
                  {number}: {name}
                </option>
              ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Percent">
        <Input
          inputMode="numeric"
          value={variant.weight}
          {...marks("weight")}
          onChange={(event) => onWeight(event.target.value)}
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
