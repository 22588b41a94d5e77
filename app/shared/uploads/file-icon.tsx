import { File, FileArchive, FileSpreadsheet, FileText, Image } from "lucide-react";

const ICONS: readonly (readonly [pattern: RegExp, Icon: typeof File])[] = [
  [/^image\//, Image],
  [/zip/, FileArchive],
  [/csv|spreadsheet|excel/, FileSpreadsheet],
  [/pdf|text|document|presentation/, FileText],
];

/** An icon for a type of file. It is decorative, because the name is beside it. */
export function FileIcon({ type }: { type: string }) {
  const [, Icon = File] = ICONS.find(([pattern]) => pattern.test(type)) ?? [];
  return <Icon aria-hidden="true" className="size-4 shrink-0 stroke-[1.6] text-ink-3" />;
}
