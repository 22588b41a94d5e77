import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { loadBillingDefaults } from "./load-billing-defaults.ts";
import { RetainerForm } from "./retainer-form.tsx";
import type { RetainerListItem } from "./search-retainers.ts";

type Props = {
  /** 'new', the id of a retainer, or nothing. */
  retainerParam: string;
  retainer: RetainerListItem | undefined;
  onClose: () => void;
  onReload: () => void;
};

/** A retainer being agreed or changed, beside the list. */
export function RetainerSheet({ retainerParam, retainer, onClose, onReload }: Props) {
  const defaults = useQuery({ queryKey: queryKeys.billingDefaults(), queryFn: loadBillingDefaults });
  const shown = retainerParam === "new" || retainer !== undefined;
  return (
    <Sheet open={shown && defaults.data !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>{retainer ? retainer.retainer_name : "New retainer"}</SheetTitle>
        </SheetHeader>
        <SheetBody>
          {defaults.data && (
            <RetainerForm
              key={retainerParam}
              retainer={retainer}
              defaults={defaults.data}
              onDone={onClose}
              onReload={onReload}
            />
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
