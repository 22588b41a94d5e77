import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "./cn.ts";

const ContainerContext = createContext<HTMLElement | undefined>(undefined);

/** Not modal: the page behind stays usable for pointers, scrolling and screen readers. */
export function DropdownMenu({ onOpenChange, children, ...props }: ComponentProps<typeof Radix.Root>) {
  // Chosen once for each opening. A menu that moved while a dialog behind it goes would close.
  const [container, setContainer] = useState(() => (props.defaultOpen ? landmark() : undefined));
  const change = (open: boolean) => {
    if (open) setContainer(landmark());
    onOpenChange?.(open);
  };
  return (
    <Radix.Root modal={false} onOpenChange={change} {...props}>
      <ContainerContext value={container}>{children}</ContainerContext>
    </Radix.Root>
  );
}
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuGroup = Radix.Group;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const ITEM =
  "relative flex h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 text-13 text-ink outline-none phone:h-11 phone:text-sm touch:h-11 " +
  "data-[disabled]:cursor-default data-[highlighted]:bg-press data-[disabled]:text-ink-4 forced:data-[highlighted]:outline-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3";

export function DropdownMenuContent({ className, align = "end", ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={use(ContainerContext)}>
      <Radix.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          "on-raised z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 overflow-y-auto rounded-card bg-raised p-1 text-ink shadow-pop outline-none forced:border",
          "data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in",
          className,
        )}
        onPointerDownOutside={keepForButton}
        onFocusOutside={keepForButton}
        onKeyDown={chooseByKey}
        {...props}
      />
    </Radix.Portal>
  );
}

/** The key that an item shows chooses it in the open menu, too. */
function chooseByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key.length !== 1 || event.repeat || event.metaKey || event.ctrlKey || event.altKey) return;
  const key = [...event.currentTarget.querySelectorAll("[role^=menuitem] :is(kbd, [data-shortcut])")].find(
    ({ textContent }) => textContent === event.key.toUpperCase(),
  );
  const item = key?.closest<HTMLElement>("[role^=menuitem]");
  if (!item) return;
  event.preventDefault();
  item.click();
}

/** The button opens and closes its menu by itself. While the menu goes away, a press on the button opens it again. */
function keepForButton(event: Event): void {
  const button = event.target instanceof Element && event.target.closest("[aria-haspopup=menu]");
  if (button && document.querySelector(`[role=menu][aria-labelledby="${CSS.escape(button.id)}"]`))
    event.preventDefault();
}

/** Menus render in the page's main landmark, so that screen readers can reach them. Over a dialog, they render beside it. */
function landmark(): HTMLElement | undefined {
  if (typeof document === "undefined" || document.querySelector("[role=dialog], [role=alertdialog]")) return undefined;
  return document.querySelector("main") ?? undefined;
}

/** A menu that goes away no longer takes the focus from the field that its item opened, wherever the pointer is by then. */
const leaveFocus = (event: PointerEvent) => {
  if (event.currentTarget.closest("[role=menu][data-state=closed]")) event.preventDefault();
};
const WHILE_OPEN = { onPointerMove: leaveFocus, onPointerLeave: leaveFocus };

type ItemProps = ComponentProps<typeof Radix.Item> & {
  variant?: "default" | "danger";
  /** A second line, such as why the item is disabled. A disabled item with a note takes the focus, so that everyone can read it. */
  note?: string | undefined;
};

export function DropdownMenuItem({ variant = "default", note, className, children, ...props }: ItemProps) {
  const id = useId();
  const danger = variant === "danger" && !props.disabled;
  return (
    <Radix.Item
      className={cn(
        ITEM,
        danger && "text-bad-fg data-[highlighted]:bg-bad-bg [&>svg]:text-bad-fg",
        note && "h-auto flex-wrap gap-y-0 py-1.5 phone:h-auto phone:min-h-11 touch:h-auto touch:min-h-11",
        className,
      )}
      {...WHILE_OPEN}
      {...props}
      {...(note && { "aria-describedby": id })}
      {...(note && props.disabled && EXPLAINED)}
    >
      {note ? (
        <>
          {children}
          {/* Hidden, it is the item's description and no part of its name. Beside an icon, it begins below the label. */}
          <span id={id} aria-hidden="true" className="basis-full text-ink-3 text-xs [svg~&]:pl-6">
            {note}
          </span>
        </>
      ) : (
        children
      )}
    </Radix.Item>
  );
}

/** Radix skips disabled items, so this one only looks and reads like one. Choosing it does nothing, and the menu stays open. */
const EXPLAINED = {
  disabled: false,
  "aria-disabled": true,
  "data-disabled": "",
  onSelect: (event: Event) => event.preventDefault(),
} as const;

export function DropdownMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(ITEM, "pl-8", className)} {...WHILE_OPEN} {...props}>
      <Indicator />
      {children}
    </Radix.CheckboxItem>
  );
}

type RadioItemProps = ComponentProps<typeof Radix.RadioItem> & {
  /** Why it can't be chosen now. */
  reason?: string | undefined;
};

export function DropdownMenuRadioItem({ reason, className, children, ...props }: RadioItemProps) {
  if (reason)
    return (
      <DropdownMenuItem
        role="menuitemradio"
        aria-checked={false}
        disabled
        note={reason}
        className={cn("pl-8", className)}
      >
        {children}
      </DropdownMenuItem>
    );
  return (
    <RadioItem className={cn(ITEM, "pl-8", className)} {...props}>
      {children}
    </RadioItem>
  );
}

/** The chosen item is in sight when the menu opens, and arrow keys begin there. */
function RadioItem({ children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (item.current?.getAttribute("aria-checked") !== "true") return;
    // After the menu's own effects, which let it have the focus, and before the next key.
    queueMicrotask(() => item.current?.focus({ preventScroll: true }));
    // The menu gets its place and height later.
    const frame = requestAnimationFrame(() => item.current?.scrollIntoView({ block: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Radix.RadioItem ref={item} {...WHILE_OPEN} {...props}>
      <Indicator />
      {children}
    </Radix.RadioItem>
  );
}

function Indicator() {
  return (
    <Radix.ItemIndicator className="absolute left-2">
      <Check aria-hidden="true" className="size-4" />
    </Radix.ItemIndicator>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label className={cn("truncate px-2 pt-1.5 pb-1 font-medium text-ink-3 text-xs", className)} {...props} />
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn("-mx-1 my-1 h-px bg-line-soft forced:border-t", className)} {...props} />;
}

/** A shortcut at the end of an item, which a single key chooses while the menu is open. Hidden on touch devices. */
export function DropdownMenuShortcut({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-shortcut=""
      className={cn("ml-auto pl-4 font-mono text-ink-3 text-xs phone:hidden touch:hidden", className)}
      {...props}
    />
  );
}
