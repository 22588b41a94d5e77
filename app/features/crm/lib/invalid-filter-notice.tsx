import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { isReadableFilter } from "./lead-filter.ts";

type Props = { filterText: string; className?: string; onRemove: () => void };

/** Shown when the filter of the link can't be read, so that no one takes all leads for the filtered ones. */
export function InvalidFilterNotice({ filterText, className, onRemove }: Props) {
  if (isReadableFilter(filterText)) return null;
  return (
    <LinkNotice
      title="The filter in this link isn't valid, so it isn't applied."
      label="Remove filter"
      {...{ className, onRemove }}
    />
  );
}

type LinkNoticeProps = { title: string; label: string; className?: string | undefined; onRemove: () => void };

/** Says what a link asks for and the page can't show. */
export function LinkNotice({ title, label, className, onRemove }: LinkNoticeProps) {
  return (
    <div className={className}>
      <Banner
        role="status"
        tone="warn"
        title={title}
        action={
          <Button size="sm" onClick={onRemove}>
            {label}
          </Button>
        }
      />
    </div>
  );
}
