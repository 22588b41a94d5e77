import { useTheme } from "~/shared/use-theme.ts";
import { useMediaQuery } from "~/ui/use-media-query.ts";

const FILES = import.meta.glob<string>("../../../content/help/pictures/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The screen that an article is about, in the reader's theme. It opens in its full size. */
export function ArticlePicture({ id, text }: { id: string; text: string }) {
  const [theme] = useTheme();
  const isSystemDark = useMediaQuery("(prefers-color-scheme: dark)");
  const isDark = theme === "system" ? isSystemDark : theme === "dark";
  const file = FILES[`../../../content/help/pictures/${id}-${isDark ? "dark" : "light"}.webp`];
  if (!file) return null;
  return (
    <a href={file} target="_blank" rel="noreferrer" className="block max-w-160! rounded-ctl">
      <img
        src={file}
        alt={text}
        width={800}
        height={450}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-ctl border border-line"
      />
    </a>
  );
}
