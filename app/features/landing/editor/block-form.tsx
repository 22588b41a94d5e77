import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block, BlockField, BlockItem, BlockValue } from "../../../../domain/landing/block-types.ts";
import { FormRows } from "./form-rows.tsx";
import { ItemList } from "./item-list.tsx";
import { PlainFieldEditor } from "./plain-field.tsx";

export type FieldGroup = "content" | "style" | "visibility";
type Props = {
  block: Block;
  group: FieldGroup;
  onEdit: (name: string, value: Block[string], isStep?: boolean) => void;
};

/** The fields of one group of a block. */
export const fieldsOf = (block: Block, group: FieldGroup): BlockField[] =>
  BLOCK_KINDS[block.type].fields.filter(
    (field) => groupOf(field) === group && field.kind !== "code" && isFieldVisible(block, field),
  );
const groupOf = (field: BlockField): FieldGroup => (field.kind === "items" ? "content" : (field.group ?? "content"));

/** The fields of a block. They come from the field definitions of its kind. */
export function BlockForm({ block, group, onEdit }: Props) {
  const ListEditor = block.type === "form" ? FormRows : ItemList;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {fieldsOf(block, group).map((field) =>
        field.kind === "items" ? (
          <ListEditor
            key={field.name}
            field={field}
            items={Array.isArray(block[field.name]) ? (block[field.name] as BlockItem[]) : []}
            onChange={(items, isStep) => onEdit(field.name, items, isStep)}
          />
        ) : (
          <PlainFieldEditor
            key={field.name}
            field={field}
            value={block[field.name] as BlockValue}
            onChange={(value) => onEdit(field.name, value)}
          />
        ),
      )}
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
