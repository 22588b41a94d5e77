import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block, BlockField, BlockItem, BlockValue } from "../../../../domain/landing/block-types.ts";
import { FormRows } from "./form-rows.tsx";
import { ItemList } from "./item-list.tsx";
import { PlainFieldEditor } from "./plain-field.tsx";
import { Setting } from "./setting.tsx";
import type { BlockActions } from "./use-blocks.ts";

export type FieldGroup = "content" | "style" | "visibility";
type Props = { block: Block; group: FieldGroup; actions: BlockActions };

/** The fields of one group of a block. */
export const fieldsOf = (block: Block, group: FieldGroup): BlockField[] =>
  BLOCK_KINDS[block.type].fields.filter(
    (field) => groupOf(field) === group && field.kind !== "code" && isFieldVisible(block, field),
  );
export const groupOf = (field: BlockField): FieldGroup =>
  field.kind === "items" ? "content" : (field.group ?? "content");

/** The fields of a block. They come from the field definitions of its kind. */
export function BlockForm({ block, group, actions }: Props) {
  const ListEditor = block.type === "form" ? FormRows : ItemList;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {fieldsOf(block, group).map((field) => (
        <Setting key={field.name} path={field.name}>
          {field.kind === "items" ? (
            <ListEditor
              field={field}
              items={Array.isArray(block[field.name]) ? (block[field.name] as BlockItem[]) : []}
              // Only a chat has sides.
              unused={block.type === "hero" && block.picture !== "messages" ? "ours" : undefined}
              onChange={(items, isStep) => actions.edit(block.id, field.name, items, isStep)}
              moves={{
                onMove: (from, to) => actions.moveItem(block.id, field.name, from, to),
                onRemove: (place) => actions.removeItem(block.id, field.name, place),
              }}
            />
          ) : (
            <PlainFieldEditor
              field={field}
              value={block[field.name] as BlockValue}
              onChange={(value) => actions.edit(block.id, field.name, value)}
            />
          )}
        </Setting>
      ))}
    </div>
  );
}

/** Hides the fields that other kinds of hero pictures use. */
function isFieldVisible(block: Block, { name }: BlockField): boolean {
  if (block.type !== "hero") return true;
  if (name === "image") return block.picture === "image";
  if (name === "lines" || name === "caption") return block.picture === "messages" || block.picture === "figures";
  return true;
}
