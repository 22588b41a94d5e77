import { Monitor, Smartphone, Tablet } from "lucide-react";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import type { PageWidth } from "./scaled-page.tsx";

const WIDTHS = [
  { value: "390", label: "Phone, 390", icon: <Smartphone aria-hidden="true" /> },
  { value: "768", label: "Tablet, 768", icon: <Tablet aria-hidden="true" /> },
  { value: "1280", label: "Desktop, 1280", icon: <Monitor aria-hidden="true" /> },
] as const;

type Props = { width: PageWidth; onChange: (width: PageWidth) => void; className?: string };

export function PageWidths({ width, onChange, className }: Props) {
  return (
    <SegmentedControl
      legend="Preview width"
      options={WIDTHS}
      value={width}
      onChange={onChange}
      iconsOnly
      className={className}
    />
  );
}
