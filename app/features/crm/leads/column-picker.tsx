import { Columns3 } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { COLUMNS, type ColumnKey } from "./columns.ts";

type Props = { selected: ColumnKey[]; onChange: (keys: ColumnKey[]) => void };

/** Which columns are shown; the name always is. */
export function ColumnPicker({ selected, onChange }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="Columns" className="phone:hidden">
          <Columns3 aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {COLUMNS.filter(({ key }) => key !== "name").map(({ key, label }) => (
          <DropdownMenuCheckboxItem
            key={key}
            checked={selected.includes(key)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(wanted) =>
              onChange(
                COLUMNS.map((column) => column.key).filter((one) => (one === key ? wanted : selected.includes(one))),
              )
            }
          >
            {label}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
