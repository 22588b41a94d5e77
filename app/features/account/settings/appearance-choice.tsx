import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "~/shared/use-theme.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";

const OPTIONS = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
] as const;

/** Light, dark, or as the system says; kept in this browser. */
export function AppearanceChoice() {
  const [theme, setTheme] = useTheme();
  return <SegmentedControl legend="Theme" options={OPTIONS} value={theme} onChange={setTheme} />;
}
