import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import type { BlockItem, ItemsField } from "../../../../domain/landing/block-types.ts";
import { newItem } from "../../../../domain/landing/blocks.ts";
import { AddPictures } from "../pictures/add-pictures.tsx";
import { PlainFieldEditor } from "./plain-field.tsx";

export type ItemListProps = {
  field: ItemsField;
  items: readonly BlockItem[];
  /** `isStep` keeps the change apart from the one before, so that Undo takes back only this one. */
  onChange: (items: BlockItem[], isStep?: boolean) => void;
};

/** A list in a block, such as questions or offers. */
export function ItemList({ field, items, onChange }: ItemListProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
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
                {place + 1}
              </span>
              <ItemButtons named={named} place={place} items={items} onChange={onChange} />
            </div>
            {field.fields.map((inner) => (
              <PlainFieldEditor
                key={inner.name}
                field={inner}
                value={item[inner.name] ?? ""}
                onChange={(value) =>
                  onChange(items.map((old, other) => (other === place ? { ...old, [inner.name]: value } : old)))
                }
              />
            ))}
          </fieldset>
        );
      })}
      {field.takesPictures && <AddPictures field={field} items={items} onAdd={(next) => onChange(next, true)} />}
      <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => onChange([...items, newItem(field.fields)])}>
        Add {field.takesPictures && field.itemLabel === "picture" ? "empty place" : field.itemLabel}
      </Button>
    </fieldset>
  );
}

type ItemButtonsProps = {
  /** What assistive technology calls the item, such as 'question 2'. */
  named: string;
  place: number;
  items: readonly BlockItem[];
  onChange: (items: BlockItem[]) => void;
};

/** Moves an item of a list or removes it. */
export function ItemButtons({ named, place, items, onChange }: ItemButtonsProps) {
  const moveTo = (other: number) => onChange(items.toSpliced(place, 1).toSpliced(other, 0, items[place] as BlockItem));
  return (
    <>
      <IconButton size="sm" label={`Move ${named} up`} disabled={place === 0} onClick={() => moveTo(place - 1)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={`Move ${named} down`}
        disabled={place === items.length - 1}
        onClick={() => moveTo(place + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Remove ${named}`} onClick={() => onChange(items.toSpliced(place, 1))}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}
