import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our own steps of the scales, so that a size is not taken for a colour and later classes win over earlier ones. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["2xs", "13"],
      radius: ["ctl", "card", "sheet"],
      shadow: ["card", "pop"],
      container: ["wrap"],
    },
  },
});

/** Joins class names; where two set the same thing, the last one counts. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
