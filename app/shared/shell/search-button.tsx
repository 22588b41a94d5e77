import { Search } from "lucide-react";
import { IconButton } from "~/ui/icon-button.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";

/** What the search over all records finds. The button and the field of the search say the same. */
export const searchText = (isAdmin: boolean): string =>
  isAdmin ? "Search leads, clients, invoices, actions" : "Search leads, views, actions";

type Props = { isAdmin: boolean; onClick: () => void };

/** Opens the search over all records: a field to look at, but a button. Its place in the bar is the middle. */
export function SearchButton({ isAdmin, onClick }: Props) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-8 min-w-0 cursor-pointer items-center gap-2 rounded-ctl border border-line bg-surface pr-1.5 pl-2.5 text-13 text-ink-3 hover:border-line-strong phone:hidden"
    >
      <Search aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{searchText(isAdmin)}</span>
      <KeyCaps keys="mod+k" />
    </button>
  );
}

/** The same on a phone, at the end of the bar. */
export function PhoneSearchButton({ onClick }: Pick<Props, "onClick">) {
  return (
    <IconButton label="Search" onClick={onClick} className="md:hidden">
      <Search aria-hidden="true" />
    </IconButton>
  );
}

/** The bar has three columns, so that the search is in the middle of the page whatever is beside it. */
export const SEARCH_BAR = "grid grid-cols-[minmax(min-content,1fr)_minmax(0,360px)_minmax(min-content,1fr)] phone:flex";
