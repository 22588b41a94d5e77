import { ImagePlus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { useFileDrop } from "~/ui/use-file-drop.ts";
import { safeAddress } from "../../../../domain/landing/markup.ts";
import {
  lacksAltText,
  linkedPicture,
  type Picture,
  pictureThumbnail,
  storedPictureName,
} from "../../../../domain/landing/picture.ts";
import { ALT_TEXT_MISSING, AltTextField } from "./alt-text-field.tsx";

const PictureLibrary = lazy(() =>
  import("./picture-library.tsx").then((module) => ({ default: module.PictureLibrary })),
);

type Props = { label: string; value: Picture | null; onChange: (picture: Picture | null) => void };

/** The picture of a block: from the library, or by its address elsewhere. Files can be dropped on it. */
export function PictureField({ label, value, onChange }: Props) {
  const [library, setLibrary] = useState<{ files: File[] } | null>(null);
  const [isByAddress, setIsByAddress] = useState(false);
  const field = useRef<HTMLFieldSetElement>(null);
  const { isOver, dropProps } = useFileDrop((files) => setLibrary({ files }));
  const showsAddress = value ? storedPictureName(value.src) === undefined : isByAddress;
  return (
    <fieldset ref={field} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5" {...dropProps}>
      <legend className="mb-1.5 font-medium text-13">{label}</legend>
      {value ? (
        <Chosen value={value} onOpen={() => setLibrary({ files: [] })} onRemove={() => onChange(null)} />
      ) : (
        <button
          type="button"
          onClick={() => setLibrary({ files: [] })}
          className={cn(
            "grid cursor-pointer justify-items-center gap-1 rounded-card border border-line-strong border-dashed px-4 py-5 text-center text-13 hover:bg-hover",
            isOver && "border-ink bg-hover",
          )}
        >
          <ImagePlus aria-hidden="true" className="size-5 text-ink-3" />
          <span className="font-medium">Choose a picture</span>
          <span className="text-ink-3 text-xs">From the library, or drop a file here</span>
        </button>
      )}
      {showsAddress ? (
        <AddressField
          value={value?.src ?? ""}
          onChange={(src) =>
            onChange(src ? { ...(value ?? linkedPicture(src, "")), src, decorative: value?.decorative ?? false } : null)
          }
        />
      ) : (
        !value && (
          <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setIsByAddress(true)}>
            Use an image URL
          </Button>
        )
      )}
      {value && (
        <AltTextField
          alt={value.alt}
          decorative={value.decorative}
          error={lacksAltText(value) ? ALT_TEXT_MISSING : undefined}
          onChange={(alt, decorative) => onChange({ ...value, alt, decorative })}
        />
      )}
      {library && (
        <Suspense>
          <PictureLibrary
            current={value}
            files={library.files}
            // The button that opened the library is gone when a picture was chosen.
            onFocusBack={() => field.current?.querySelector("button")?.focus()}
            onClose={() => setLibrary(null)}
            onPick={([picture]) => {
              setLibrary(null);
              setIsByAddress(false);
              onChange(picture ?? null);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

type ChosenProps = { value: Picture; onOpen: () => void; onRemove: () => void };

function Chosen({ value, onOpen, onRemove }: ChosenProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <img
        src={pictureThumbnail(value.src)}
        alt=""
        style={{ objectPosition: `${value.x}% ${value.y}%` }}
        className="h-16 w-22 shrink-0 rounded-ctl border border-line bg-sunken object-cover"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onOpen}>
          Change picture
        </Button>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Remove picture
        </Button>
      </div>
    </div>
  );
}

function AddressField({ value, onChange }: { value: string; onChange: (src: string) => void }) {
  const isOdd = value.trim() !== "" && !/^(https?:|\/)/i.test(safeAddress(value));
  return (
    <Field
      label="Image URL"
      hint="An image on another site. We don't resize it, and it disappears if that site removes it."
      error={isOdd ? "Enter a link that starts with https://" : undefined}
    >
      <Input
        value={value}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
