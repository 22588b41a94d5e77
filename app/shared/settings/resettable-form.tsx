import { type ReactNode, useEffect, useRef, useState } from "react";

/** A form that can reset to the stored values. Its first control then gets focus. */
export function ResettableForm({ children }: { children: (reset: () => void) => ReactNode }) {
  const [version, setVersion] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (version > 0) frame.current?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();
  }, [version]);
  return (
    <div key={version} ref={frame}>
      {children(() => setVersion(version + 1))}
    </div>
  );
}
