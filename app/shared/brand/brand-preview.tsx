import type { Accent } from "../../../domain/accent.ts";
import { accentProperties } from "./accent-style.tsx";

type Props = {
  name: string;
  /** Null for the product's own color. */
  shades: Accent | null;
};

/** A button, a link and the top of an email in both themes, as they look with these values. Only to look at. */
export function BrandPreview({ name, shades }: Props) {
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      {(["light", "dark"] as const).map((theme) => (
        <figure key={theme} className="grid min-w-0 gap-1.5">
          <div
            data-theme={theme}
            style={shades ? accentProperties(shades[theme]) : undefined}
            className="grid min-w-0 gap-3 rounded-card border border-line bg-page p-3 text-13 text-ink"
          >
            <p className="truncate font-semibold">{name}</p>
            <div className="grid gap-2.5 rounded-ctl border border-line bg-surface p-3">
              <p className="font-semibold text-sm">You have a new lead</p>
              <p className="text-ink-2">
                Reply within five minutes, or <span className="text-accent-ink underline">see all leads</span>.
              </p>
              <span className="justify-self-start rounded-ctl bg-accent px-3 py-1.5 font-medium text-on-accent">
                Open the lead
              </span>
            </div>
          </div>
          <figcaption className="text-ink-3 text-xs">{theme === "light" ? "On light" : "On dark"}</figcaption>
        </figure>
      ))}
    </div>
  );
}
