import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

type Props = Omit<ComponentProps<typeof Button>, "size" | "asChild" | "aria-label"> & {
  /** The accessible name, also shown in a tooltip. An icon always needs one. */
  label: string;
  size?: "sm" | "md";
  side?: ComponentProps<typeof Tooltip>["side"];
};

export function IconButton({ label, size = "md", side, variant = "ghost", ...props }: Props) {
  return (
    <Tooltip label={label} side={side}>
      <Button aria-label={label} variant={variant} size={size === "sm" ? "icon-sm" : "icon"} {...props} />
    </Tooltip>
  );
}
