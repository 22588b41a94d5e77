import { createContext, type ReactNode, use, useEffect, useRef } from "react";

/** A setting that someone asked to see, by its path, such as `items.2.name`. It is shown once. */
export type WantedSetting = { path: string; isShown: boolean };

const Wanted = createContext<WantedSetting | null>(null);
export const WantedSettingProvider = Wanted.Provider;
/** What someone asked to see and does not see yet, for settings that are folded away. */
export const useWantedSetting = () => use(Wanted);

const CONTROL = "input:not([type=hidden]), textarea, select, button, [contenteditable=true]";

/** A setting of a block. It comes into view with the focus when someone asked for it, even if it only appears later. */
export function Setting({ path, children }: { path: string; children: ReactNode }) {
  const wanted = useWantedSetting();
  const element = useRef<HTMLDivElement>(null);
  // After each render, because a panel that was closed may be open now.
  useEffect(() => {
    if (!wanted || wanted.isShown || wanted.path !== path) return;
    const invalid = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const control = invalid ?? element.current?.querySelector<HTMLElement>(CONTROL);
    if (!control?.checkVisibility()) return;
    wanted.isShown = true;
    control.scrollIntoView({ block: "center", behavior: "instant" });
    control.focus({ preventScroll: true });
  });
  return (
    <div ref={element} data-setting={path} className="contents">
      {children}
    </div>
  );
}
