import { useEffect, useRef, useState } from "react";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { type ImportPlan, planImport } from "../../../../domain/dashboard-import.ts";
import { discardImport, finishImport, type StagedImport, stageImport } from "./api.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";

type Preview = { name: "preview"; file: string; staged: StagedImport; skipDuplicates: boolean };
export type ImportStep =
  | { name: "choose"; problem?: { title: string; text: string } }
  | { name: "checking"; file: string; done: number; total: number }
  | Preview;

/** An import: it reads, sends and checks the file; an admin reviews it; then it adds all entries at once. */
export function useImport(onDone: () => void) {
  const [step, setStep] = useState<ImportStep>({ name: "choose" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const read = async (file: File) => {
    const control = new AbortController();
    running.current = control;
    try {
      setStep({ name: "checking", file: file.name, done: 0, total: 0 });
      const plan = await readImportFile(file);
      const total = plan.entries.length;
      const advance = (done: number) =>
        control.signal.aborted || setStep({ name: "checking", file: file.name, done, total });
      advance(0);
      const staged = await stageImport(plan, advance, control.signal);
      if (!control.signal.aborted) setStep({ name: "preview", file: file.name, staged, skipDuplicates: false });
    } catch (error) {
      if (!control.signal.aborted) setStep({ name: "choose", problem: explain(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    if (step.name === "preview") void discardImport(step.staged.id);
    setStep({ name: "choose" });
  };
  const confirm = useAction({
    action: ({ staged, skipDuplicates }: Preview) => finishImport(staged.id, skipDuplicates ? staged.repeated : []),
    successMessage: (count) => MANAGE_TEXTS.imported(count),
    errorMessage: MANAGE_TEXTS.importFailed,
    describeError: (error) =>
      isConflict(error) ? "The dashboards have changed since. Import the file again." : "Nothing was added.",
    invalidates: [queryKeys.clientDashboards()],
    onSuccess: onDone,
  });
  const setSkipDuplicates = (skipDuplicates: boolean) => {
    if (step.name === "preview") setStep({ ...step, skipDuplicates });
  };
  return { step, read, cancel, confirm, setSkipDuplicates };
}

function explain(error: unknown) {
  if (error instanceof InvalidFile) return { title: MANAGE_TEXTS.invalidFile, text: error.message };
  const offline = error instanceof ServiceError && error.kind === "offline";
  return {
    title: MANAGE_TEXTS.importFailed,
    text: offline ? "We can't reach the server. Nothing was added." : "Nothing was added. Try again in a moment.",
  };
}

/** An import of 10,000 dashboards is about 2 MB. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** An invalid import file. The message says how to correct it. */
class InvalidFile extends Error {}

/** Reads a file by the rules of spec §5. Throws InvalidFile. */
async function readImportFile(file: File): Promise<ImportPlan> {
  if (file.size > MAX_FILE_BYTES)
    throw new InvalidFile(
      `The file is ${Math.ceil(file.size / 1024 / 1024)} MB. The limit is 5 MB, so split it into smaller files.`,
    );
  const plan = planImport(parse(await file.text()));
  if (!plan)
    throw new InvalidFile("The file must contain a JSON array of dashboards, in the format that Export creates.");
  return plan;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
