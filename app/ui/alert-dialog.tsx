import { AlertDialog as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { Button, buttonVariants } from "./button.tsx";
import { cn } from "./cn.ts";
import { DialogFooter, dialogClasses, overlayClasses } from "./dialog.tsx";

/** Asks before an action that cannot be undone. Focus starts on Cancel, and a click outside does nothing. */
export const AlertDialog = Radix.Root;
export const AlertDialogTrigger = Radix.Trigger;
export const AlertDialogFooter = DialogFooter;

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <Radix.Content className={cn(dialogClasses, className)} {...props} />
    </Radix.Portal>
  );
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof Radix.Title>) {
  return <Radix.Title className={cn("font-display font-semibold text-lg tracking-tight", className)} {...props} />;
}

export function AlertDialogDescription({ className, ...props }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description className={cn("-mt-2.5 text-ink-2 text-sm", className)} {...props} />;
}

export function AlertDialogCancel({ children = "Cancel", ...props }: ComponentProps<typeof Radix.Cancel>) {
  return (
    <Radix.Cancel asChild {...props}>
      <Button>{children}</Button>
    </Radix.Cancel>
  );
}

type ActionProps = ComponentProps<typeof Radix.Action> & { variant?: "danger" | "primary" };

/** The label names the action, not OK: 'Delete dashboard'. */
export function AlertDialogAction({ variant = "danger", className, ...props }: ActionProps) {
  return <Radix.Action className={cn(buttonVariants({ variant }), className)} {...props} />;
}
