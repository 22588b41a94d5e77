import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { agencyContactQuery } from "~/shared/use-agency-contact.ts";
import { guessMapping, type LeadMapping } from "../../../../domain/lead-columns.ts";
import { type DateOrder, guessDateOrder } from "../../../../domain/lead-values.ts";
import { createImport, type Defaults, loadLastMapping, prepareImport, stageRows } from "./api.ts";
import { type FileInfo, FileProblem } from "./inspect-file.ts";
import { inspectInWorker, readInWorker } from "./read-file.ts";

/** The steps before the file is uploaded. After that the import is in the database. */
export type FileStep =
  | { name: "choose"; problem?: string }
  | { name: "reading"; file: File; done: number }
  | {
      name: "columns";
      file: File;
      inspected: FileInfo;
      mapping: LeadMapping;
      dates: DateOrder;
      /** The currency of amounts. */
      currency: string;
      isRememberedMapping: boolean;
      /** The defaults that the user chose before, for when they come back to this step. */
      defaults?: Defaults;
      problem?: string;
    }
  | { name: "sending"; file: File; inspected: FileInfo; done: number };

export type FileColumns = Extract<FileStep, { name: "columns" }>;

/** The database checks a chunk in under 0.1 s. About three chunks are in memory at once. The host accepts up to 1 MB. */
const CHUNK_SIZE = { rows: 600, bytes: 700_000 };

/** The steps from choosing a file to uploading its last row. Then calls `onReady` with the import's id. */
export function useLeadFile(onReady: (importId: string) => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<FileStep>({ name: "choose" });
  // The last upload. While the page is open, the user can change its columns and upload the file again.
  const [checked, setChecked] = useState<{ id: string; columns: FileColumns } | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const restart = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  const choose = async (file: File) => {
    const signal = restart();
    setStep({ name: "reading", file, done: 0 });
    try {
      const inspected = await inspectInWorker(file, signal, (done) => setStep({ name: "reading", file, done }));
      const known = await loadLastMapping(inspected.headers).catch(() => null);
      const mapping = known ?? guessMapping(inspected.headers, inspected.samples);
      const { currency } = await client.ensureQueryData(agencyContactQuery);
      const days = mapping.flatMap((field, at) =>
        field?.endsWith("_at") ? inspected.samples.map((row) => row[at] ?? "") : [],
      );
      if (!signal.aborted)
        setStep({
          name: "columns",
          file,
          inspected,
          mapping,
          dates: guessDateOrder(days),
          currency,
          isRememberedMapping: known !== null,
        });
    } catch (error) {
      if (!signal.aborted)
        setStep({
          name: "choose",
          problem: error instanceof FileProblem ? error.message : problemText(error, "Couldn't read the file"),
        });
    }
  };

  const send = async (columns: FileColumns, defaults: Defaults) => {
    const { file, inspected, mapping, dates, currency } = columns;
    const signal = restart();
    const id = crypto.randomUUID();
    setStep({ name: "sending", file, inspected, done: 0 });
    try {
      await createImport(id, file, inspected.headers, mapping, defaults);
      const rows = await readInWorker(
        { file, inspected, mapping, dates, currency, chunk: CHUNK_SIZE },
        signal,
        async (from, chunk) => {
          await stageRows(id, from, chunk);
          if (!signal.aborted) setStep({ name: "sending", file, inspected, done: from + chunk.length - 1 });
        },
      );
      await prepareImport(id, rows);
      await client.invalidateQueries({ queryKey: queryKeys.leadImports() });
      if (signal.aborted) return;
      setStep({ name: "choose" });
      setChecked({ id, columns: { ...columns, defaults } });
      onReady(id);
    } catch (error) {
      const problem = error instanceof FileProblem ? error.message : problemText(error, "Couldn't import the file");
      if (!signal.aborted) setStep({ ...columns, problem });
    }
  };

  const back = () => {
    running.current?.abort();
    setStep({ name: "choose" });
  };
  return { step, checked, choose, send, back, change: (next: FileColumns) => setStep(next) };
}
