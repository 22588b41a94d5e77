import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { InvalidFile, readImportFile } from "./read-import-file.ts";
import { discardImport, finishImport, type StagedImport, stageImport } from "./stage-import.ts";

export type ImportStep =
  | { name: "choose"; problem?: { title: string; text: string } }
  | { name: "checking"; file: string; done: number; total: number }
  | { name: "preview"; file: string; staged: StagedImport; skipDuplicates: boolean; busy: boolean };

/** An import from the file to the toast: read, handed over and checked, looked at, then added at once. */
export function useImport(onDone: () => void) {
  const client = useQueryClient();
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
      if (!control.signal.aborted)
        setStep({ name: "preview", file: file.name, staged, skipDuplicates: false, busy: false });
    } catch (error) {
      if (!control.signal.aborted) setStep({ name: "choose", problem: explain(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    if (step.name === "preview") void discardImport(step.staged.id);
    setStep({ name: "choose" });
  };
  const confirm = async () => {
    if (step.name !== "preview") return;
    setStep({ ...step, busy: true });
    try {
      const { id, repeated } = step.staged;
      toast.success(MANAGE_TEXTS.imported(await finishImport(id, step.skipDuplicates ? repeated : [])));
      void client.invalidateQueries({ queryKey: queryKeys.clientDashboards() });
      onDone();
    } catch (error) {
      const changed = error instanceof ServiceError && error.code === "PT409";
      const description = changed ? "The dashboards changed meanwhile. Import again." : "Nothing was added.";
      toast.error(MANAGE_TEXTS.importFailed, { description });
      setStep({ ...step, busy: false });
    }
  };
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
