import type { BlockItem, ItemsField } from "../../../../domain/landing/block-types.ts";
import { newItem } from "../../../../domain/landing/blocks.ts";
import { AddPictures } from "../pictures/add-pictures.tsx";
import { AddItemButton, ItemButtons, type ItemMoves } from "./item-buttons.tsx";
import { PlainFieldEditor } from "./plain-field.tsx";
import { Setting } from "./setting.tsx";

export type ItemListProps = {
  field: ItemsField;
  items: readonly BlockItem[];
  /** `isStep` keeps the change apart from the one before, so that Undo takes back only this one. */
  onChange: (items: BlockItem[], isStep?: boolean) => void;
  moves: ItemMoves;
  /** A field of the items that the page doesn't use. */
  unused?: string | undefined;
};

/** A list in a block, such as questions or offers. */
export function ItemList({ field, items, onChange, moves, unused }: ItemListProps) {
  return (
    <fieldset data-item-list="" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium text-13">{field.label}</legend>
      {items.map((item, place) => {
        const named = `${field.itemLabel} ${place + 1}`;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and do not move while being edited
            key={place}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line p-3"
          >
            <legend className="sr-only">{named}</legend>
            <div className="-mt-1 -mr-1 -mb-2 flex items-center">
              <span aria-hidden="true" className="min-w-0 flex-1 truncate text-ink-3 text-xs">
                {titleOf(item, field) ? `${place + 1}. ${titleOf(item, field)}` : place + 1}
              </span>
              <ItemButtons named={named} place={place} count={items.length} moves={moves} />
            </div>
            {field.fields
              .filter(({ name }) => name !== unused)
              .map((inner) => (
                <Setting key={inner.name} path={`${field.name}.${place}.${inner.name}`}>
                  <PlainFieldEditor
                    field={inner}
                    value={item[inner.name] ?? ""}
                    onChange={(value) =>
                      onChange(items.map((old, other) => (other === place ? { ...old, [inner.name]: value } : old)))
                    }
                  />
                </Setting>
              ))}
          </fieldset>
        );
      })}
      {field.takesPictures && <AddPictures field={field} items={items} onAdd={(next) => onChange(next, true)} />}
      <AddItemButton onAdd={() => onChange([...items, newItem(field.fields)])}>
        Add {field.takesPictures && field.itemLabel === "picture" ? "empty place" : field.itemLabel}
      </AddItemButton>
    </fieldset>
  );
}

const titleOf = (item: BlockItem, { title }: ItemsField) => {
  const text = item[title];
  return typeof text === "string" ? text.trim() : "";
};
