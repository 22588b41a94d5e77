import "~/ui/ui.css";
import { Gallery } from "~/ui/gallery/gallery.tsx";

export const meta = () => [{ title: "Interface kit | Upfunnel" }, { name: "robots", content: "noindex" }];

/** Money, times and keys depend on the viewer, whom a server does not know, so the page renders in the browser only. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export const HydrateFallback = () => null;

/** /dev/ui: all interface components on one page, for development and browser tests. */
export default function Ui() {
  return <Gallery />;
}
