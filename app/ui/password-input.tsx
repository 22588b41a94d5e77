import { ArrowBigUpDash, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { cn } from "./cn.ts";
import { Input } from "./input.tsx";

type Props = Omit<ComponentProps<"input">, "type">;

/** A password field with a show button and a Caps Lock hint. */
export function PasswordInput({ className, onKeyDown, onKeyUp, onBlur, ...props }: Props) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState?.("CapsLock") ?? false);
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <Input
          spellCheck={false}
          autoCapitalize="none"
          {...props}
          type={visible ? "text" : "password"}
          className={cn("pr-10 phone:pr-12", className)}
          onKeyDown={(event) => {
            watch(event);
            onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            watch(event);
            onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
        />
        <button
          type="button"
          aria-label={visible ? "Hide password" : "Show password"}
          disabled={props.disabled}
          className="hit absolute inset-y-1 right-1 grid w-8 cursor-pointer place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink active:bg-press disabled:pointer-events-none disabled:text-ink-4 phone:w-10"
          onClick={() => setVisible(!visible)}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      </div>
      <p role="status" className={cn("flex items-center gap-1 text-warn-fg text-xs", !capsLock && "sr-only")}>
        {capsLock && (
          <>
            <ArrowBigUpDash aria-hidden="true" className="size-3.5" />
            Caps Lock is on
          </>
        )}
      </p>
    </div>
  );
}
