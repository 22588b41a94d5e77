import { X } from "lucide-react";

type Props = {
  /** The field, such as 'Stage is'. */
  label: string;
  text: string;
  onRemove: () => void;
};

/** One part of a list's filter, with a button that removes it. */
export function FilterChip({ label, text, onRemove }: Props) {
  return (
    <span className="inline-flex min-h-7 min-w-0 items-stretch overflow-hidden rounded-ctl border border-line bg-surface text-xs phone:min-h-11">
      <span className="flex min-w-0 flex-wrap content-center gap-x-1 py-1 pl-2.5">
        {label && <span className="text-ink-2">{label}</span>}{" "}
        <span className="wrap-anywhere min-w-0 font-medium">{text}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${label} ${text}`.replaceAll("  ", " ")}
        className="hit relative ml-1 inline-grid w-7 shrink-0 cursor-pointer place-items-center text-ink-2 hover:bg-hover hover:text-ink phone:w-11"
        onClick={onRemove}
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
