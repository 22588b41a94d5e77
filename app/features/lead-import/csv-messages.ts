import type { LeadFields, LeadMapping } from "../../../domain/lead-columns.ts";
import type { DateOrder } from "../../../domain/lead-values.ts";
import type { ChunkSize } from "../../../domain/row-chunks.ts";
import type { Inspected } from "./inspect-file.ts";

/** What the page asks of the worker; it says `next` when a chunk is on its way, so that no more than one waits. */
export type Asked =
  | { ask: "inspect"; file: File }
  | {
      ask: "read";
      file: File;
      inspected: Inspected;
      mapping: LeadMapping;
      dates: DateOrder;
      currency: string;
      chunk: ChunkSize;
    }
  | { ask: "next" };

export type Told =
  | { tell: "bytes"; bytes: number }
  | { tell: "inspected"; inspected: Inspected }
  | { tell: "chunk"; from: number; rows: LeadFields[] }
  | { tell: "end"; rows: number }
  | { tell: "problem"; message: string };
