import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our own scale steps, so that a size is not mistaken for a color, and later classes override earlier ones. */
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

/** Joins class names. When two set the same property, the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
