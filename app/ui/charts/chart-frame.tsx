import type { KeyboardEvent, ReactNode, SVGProps } from "react";
import { useNavigate } from "react-router";

/** The drawing. Its marks are one tab stop, and arrow keys move between them. A drag selects none of its texts. */
export function ChartFrame({
  label,
  children,
  ...props
}: SVGProps<SVGSVGElement> & { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset
    <svg
      role="group"
      aria-label={label}
      onKeyDown={moveFocusToMark}
      className="block select-none overflow-visible"
      {...props}
    >
      {children}
    </svg>
  );
}

function moveFocusToMark(event: KeyboardEvent<SVGSVGElement>): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const marks = [...event.currentTarget.querySelectorAll<SVGAElement>("a")];
  const at = marks.indexOf(document.activeElement as unknown as SVGAElement);
  const next = marks[at + by];
  if (at === -1 || !next) return;
  event.preventDefault();
  for (const mark of marks) mark.setAttribute("tabindex", mark === next ? "0" : "-1");
  next.focus();
}

type Props = { to: string | null; label: string; first?: boolean; children: ReactNode };

/** One mark, which opens its rows. Without access to the rows, it only has a label. */
export function ChartMark({ to, label, first, children }: Props) {
  const navigate = useNavigate();
  if (to === null)
    return (
      <g>
        <title>{label}</title>
        {children}
      </g>
    );
  return (
    <a
      href={to}
      tabIndex={first ? 0 : -1}
      aria-label={label}
      className="cursor-pointer outline-offset-1 hover:opacity-80 focus-visible:outline-2 focus-visible:outline-focus"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      <title>{label}</title>
      {children}
    </a>
  );
}
