import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block, BlockField, BlockItem } from "../../../../domain/landing/block-types.ts";
import { ItemsEditor } from "./items-editor.tsx";
import { PlainFieldEditor } from "./plain-field-editor.tsx";

type Props = { block: Block; onEdit: (name: string, value: Block[string]) => void };

/** The form of a block, out of what its kind says of its fields. */
export function BlockForm({ block, onEdit }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {BLOCK_KINDS[block.type].fields
        .filter((field) => isFieldVisible(block, field))
        .map((field) =>
          field.kind === "items" ? (
            <ItemsEditor
              key={field.name}
              field={field}
              items={Array.isArray(block[field.name]) ? (block[field.name] as BlockItem[]) : []}
              onChange={(items) => onEdit(field.name, items)}
            />
          ) : (
            <PlainFieldEditor
              key={field.name}
              field={field}
              value={block[field.name] as string | boolean}
              onChange={(value) => onEdit(field.name, value)}
            />
          ),
        )}
    </div>
  );
}

/** What only one of the hero's pictures needs is asked for with that one. */
function isFieldVisible(block: Block, { name }: BlockField): boolean {
  if (block.type !== "hero") return true;
  if (name === "image" || name === "alt") return block.picture === "image";
  if (name === "lines" || name === "caption") return block.picture === "messages" || block.picture === "figures";
  return true;
}
