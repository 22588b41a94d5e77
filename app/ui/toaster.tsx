import { Check, CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import { type CSSProperties, type MouseEvent, type PointerEvent, useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { cn } from "./cn.ts";
import { headingOf, returnsFocusTo } from "./keep-focus.ts";
import { PHONE_QUERY, useMediaQuery } from "./use-media-query.ts";

const ICON = "size-4 shrink-0";

/** Shows toasts, once per layout: bottom right, or at the top on a phone. Alt+T focuses them. Hover and focus pause the timer. */
export function Toaster() {
  const isPhone = useMediaQuery(PHONE_QUERY);
  useEffect(ignoreRestingPointer, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: A press has no effect of its own here.
    <div ref={returnsFocus} className="contents" onPointerDown={keepOpen} onMouseDown={keepFocus}>
      <Sonner
        position={isPhone ? "top-center" : "bottom-right"}
        gap={8}
        offset={16}
        // On a phone, the next button is usually at the bottom, including in sheets.
        mobileOffset={{ top: "calc(3.75rem + env(safe-area-inset-top))", left: 12, right: 12 }}
        closeButton
        className={`${BESIDE_DRAWER} ${ABOVE_FLOOR} ${ABOVE_DIALOG}`}
        style={{ "--width": "400px" } as CSSProperties}
        icons={{
          success: <Check aria-hidden="true" className={cn(ICON, "text-ok-dot")} />,
          error: <CircleAlert aria-hidden="true" className={cn(ICON, "text-bad-dot")} />,
          warning: <TriangleAlert aria-hidden="true" className={cn(ICON, "text-warn-dot")} />,
          info: <Info aria-hidden="true" className={cn(ICON, "text-info-dot")} />,
          close: <X aria-hidden="true" className="size-3.5" />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: TOAST,
            content: "min-w-0 flex-1",
            title: "font-normal text-13 text-ink",
            description: "text-ink-3 text-xs",
            icon: "grid size-4 place-items-center",
            actionButton: ACTION,
            cancelButton: ACTION,
            closeButton: CLOSE,
          },
        }}
      />
    </div>
  );
}

/**
 * A pointer that rests is no hover. The browser lets it enter a toast that appears under it, such as the result of the Undo that it
 * pressed, and this toast would stay until the pointer leaves. Returns a function that stops.
 */
function ignoreRestingPointer(): () => void {
  let last: globalThis.MouseEvent | undefined;
  const drop = (event: globalThis.MouseEvent) => {
    const rests = event.screenX === last?.screenX && event.screenY === last.screenY;
    const entered = event.type === "mouseout" ? event.relatedTarget : event.target;
    // The last event of a real movement.
    if (event.type === "mousemove") last = event;
    if (rests && entered instanceof Element && entered.closest("[data-sonner-toaster]"))
      event.stopImmediatePropagation();
  };
  const types = ["mouseout", "mouseover", "mousemove"] as const;
  for (const type of types) window.addEventListener(type, drop, true);
  return () => {
    for (const type of types) window.removeEventListener(type, drop, true);
  };
}

/** Sonner returns the focus only with the last toast, and the result of an undo is a toast as well. */
const returnsFocus = returnsFocusTo(() => headingOf(document.body), "*");

/** A press on a toast is no press outside of the dialog or drawer that is open: it would close it. */
function keepOpen(event: PointerEvent): void {
  event.nativeEvent.stopImmediatePropagation();
}

/** The focus stays where it is: Sonner would give it back later, out of a menu that was opened in the meantime. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** A drawer has its buttons at the bottom right, so toasts go to its left while one is open. */
const BESIDE_DRAWER = "lg:[body:has([data-sheet=right])_&]:right-[calc(var(--drawer)+1.5rem)]!";

/** A screen with a bar at its bottom right, which may have two lines, marks it. Toasts then appear above it. */
const ABOVE_FLOOR = "md:[body:has([data-toast-floor])_&]:bottom-20!";

/** On a phone, dialogs and drawers end below the top of the screen. Toasts appear there, so that they don't cover a title. */
const ABOVE_DIALOG =
  "phone:[body:has(:is([role=dialog]:not([data-sheet=left]),[role=alertdialog]))_&]:top-[calc(0.5rem+env(safe-area-inset-top))]!";

// A modal dialog takes the pointer from everything else, but Undo stays within reach.
const TOAST =
  "on-raised pointer-events-auto flex min-h-11 font-sans w-full items-center gap-3 rounded-card bg-raised py-1.5 pr-2 pl-3.5 text-13 text-ink shadow-pop forced:border sm:w-(--width)";

const ACTION =
  "hit relative order-2 inline-flex h-8 shrink-0 cursor-pointer items-center rounded-ctl px-2.5 font-semibold text-13 text-ink hover:bg-hover active:bg-press phone:h-11";

const CLOSE =
  "hit relative order-3 grid size-7 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink active:bg-press phone:size-11";
