import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";

type Props = { title: string; obstacle: string; children?: ReactNode };

/** Says why an action can't happen, and offers what may change that. */
export function Refusal({ title, obstacle, children }: Props) {
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{obstacle}</DialogDescription>
      {children}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
