import {
  CircleHelp,
  Code,
  LayoutGrid,
  type LucideIcon,
  MessageSquareQuote,
  PanelTop,
  Play,
  Tag,
  TextCursorInput,
  Type,
} from "lucide-react";
import type { BlockType } from "../../../../domain/landing/block-types.ts";

const ICONS: Record<BlockType, LucideIcon> = {
  hero: PanelTop,
  text: Type,
  features: LayoutGrid,
  reviews: MessageSquareQuote,
  pricing: Tag,
  faq: CircleHelp,
  video: Play,
  form: TextCursorInput,
  html: Code,
};

export function BlockIcon({ type }: { type: BlockType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />;
}
