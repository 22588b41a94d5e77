import "~/ui/ui.css";
import { Gallery } from "~/ui/gallery/gallery.tsx";

export const meta = () => [{ title: "Interface kit · Upfunnel" }, { name: "robots", content: "noindex" }];

/** /dev/ui: all interface components on one page, for development and browser tests. */
export default function Ui() {
  return <Gallery />;
}
