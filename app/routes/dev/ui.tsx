import "~/ui/ui.css";
import { Gallery } from "~/ui/gallery/gallery.tsx";

export const meta = () => [{ title: "Interface kit · Upfunnel" }, { name: "robots", content: "noindex" }];

/** /dev/ui: every part of the interface on one page, for looking and for the browser tests. */
export default function Ui() {
  return <Gallery />;
}
