import type { Theme } from "~/ui/theme.ts";
import { notionEmbedUrl, samplePagePath } from "../../../../domain/notion-embed.ts";

export type FrameSource = { src: string; sandbox: string };

/** Notion's own scripts need their own storage; they stay on their origin, and links may leave the frame. */
const NOTION_SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";

/** What a dashboard's frame loads, and what it may do there; null when the address has no embed form. */
export function frameSource(address: string, demo: boolean, theme: Theme): FrameSource | null {
  const sample = demo ? samplePagePath(address) : null;
  // The drawn page is on our own origin and has no scripts: it may do nothing at all.
  if (sample) return { src: theme === "system" ? sample : `${sample}?theme=${theme}`, sandbox: "" };
  const embed = notionEmbedUrl(address);
  return embed ? { src: embed, sandbox: NOTION_SANDBOX } : null;
}
