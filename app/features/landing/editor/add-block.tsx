import {
  CircleHelp,
  Code,
  Image,
  LayoutGrid,
  type LucideIcon,
  MessageSquareQuote,
  PanelTop,
  Play,
  Tag,
  TextCursorInput,
  Type,
} from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { BLOCK_KINDS, BLOCK_TYPES } from "../../../../domain/landing/block-kinds.ts";
import type { BlockType } from "../../../../domain/landing/block-types.ts";

type Props = { label: string; trigger: ReactNode; onAdd: (type: BlockType) => void };

export function AddBlock({ label, trigger, onAdd }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      {/* The new block's first field takes the focus, so the menu does not restore it. */}
      <DropdownMenuContent
        align="center"
        className="w-80 max-w-[calc(100vw-2rem)]"
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <DropdownMenuLabel>{label}</DropdownMenuLabel>
        {BLOCK_TYPES.map((type) => (
          <DropdownMenuItem
            key={type}
            onSelect={() => onAdd(type)}
            className="h-auto min-h-11 py-1.5 phone:h-auto touch:h-auto"
          >
            <BlockIcon type={type} />
            <span className="grid">
              <span className="font-medium">{BLOCK_KINDS[type].label}</span>
              <span className="text-ink-3 text-xs">{BLOCK_KINDS[type].about}</span>
            </span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const ICONS: Record<BlockType, LucideIcon> = {
  hero: PanelTop,
  text: Type,
  picture: Image,
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
