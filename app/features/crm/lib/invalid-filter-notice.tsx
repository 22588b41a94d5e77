import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { isReadableFilter } from "./lead-filter.ts";

type Props = { filterText: string; className?: string; onRemove: () => void };

/** Shown when the filter of the link can't be read, so that no one takes all leads for the filtered ones. */
export function InvalidFilterNotice({ filterText, className, onRemove }: Props) {
  if (isReadableFilter(filterText)) return null;
  return (
    <div className={className}>
      <Banner
        role="status"
        tone="warn"
        title="The filter in this link isn't valid, so it isn't applied."
        action={
          <Button size="sm" onClick={onRemove}>
            Remove filter
          </Button>
        }
      />
    </div>
  );
}
