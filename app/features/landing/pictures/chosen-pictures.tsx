import { ArrowLeft, X } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { MAX_PICTURES } from "../../../../domain/landing/item-pictures.ts";
import { lacksAltText, type Picture, pictureThumbnail } from "../../../../domain/landing/picture.ts";
import { ALT_TEXT_MISSING, AltTextField } from "./alt-text-field.tsx";
import { detailsOf, type EnteredDetails, type LibraryPicture, storeDetails } from "./api.ts";
import { displayName } from "./picture-grid.tsx";

type Props = {
  /** In the order in which they were chosen. */
  pictures: readonly LibraryPicture[];
  /** How many pictures can be chosen. */
  room: number;
  /** What was entered, including for pictures that are not chosen now. */
  entered: Map<string, EnteredDetails>;
  onRemove: (name: string) => void;
  onBack: () => void;
  onAdd: (pictures: Picture[]) => void;
};

/** '3 pictures' */
export const formatPictures = (many: number) => (many === 1 ? "1 picture" : `${many} pictures`);

/** The chosen pictures with their alternative texts. They are added together. */
export function ChosenPictures({ pictures, room, entered, onRemove, onBack, onAdd }: Props) {
  const [tried, setTried] = useState(false);
  const [, redraw] = useState(0);
  const detailsFor = (picture: LibraryPicture) => entered.get(picture.name) ?? detailsOf(picture);
  const add = useAction({
    action: () => Promise.all(pictures.map((picture) => storeDetails(picture, detailsFor(picture)))),
    errorMessage: "Couldn't save the pictures' details",
    invalidates: [queryKeys.landingPictures()],
    onSuccess: onAdd,
  });
  const missing = pictures.findIndex((picture) => lacksAltText(detailsFor(picture)));
  return (
    <form
      noValidate
      aria-label="Chosen pictures"
      className="flex min-h-0 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events through portals, so the form around the library would be submitted, too.
        event.stopPropagation();
        setTried(true);
        if (missing >= 0) event.currentTarget.querySelectorAll("textarea")[missing]?.focus();
        else void add.run();
      }}
    >
      <Button variant="ghost" size="sm" className="self-start md:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        All pictures
      </Button>
      <ol className="relative -m-1 grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain p-1">
        {pictures.map((picture, place) => {
          const details = detailsFor(picture);
          const name = displayName(picture.name);
          return (
            <li key={picture.name}>
              <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
                <legend className="sr-only">
                  {place + 1}: {name}
                </legend>
                <div className="flex min-w-0 items-center gap-2.5">
                  <img
                    src={pictureThumbnail(picture.src)}
                    alt=""
                    className="h-11 w-15 shrink-0 rounded-ctl border border-line bg-sunken object-cover"
                  />
                  <span aria-hidden="true" className="min-w-0 flex-1 truncate font-medium text-13">
                    {place + 1}. {name}
                  </span>
                  <IconButton size="sm" label={`Remove ${name}`} onClick={() => onRemove(picture.name)}>
                    <X aria-hidden="true" />
                  </IconButton>
                </div>
                <AltTextField
                  isShort
                  alt={details.alt}
                  decorative={details.decorative}
                  error={tried && lacksAltText(details) ? ALT_TEXT_MISSING : undefined}
                  onChange={(alt, decorative) => {
                    entered.set(picture.name, { ...details, alt, decorative });
                    redraw((times) => times + 1);
                  }}
                />
              </fieldset>
            </li>
          );
        })}
      </ol>
      <div className="grid gap-2">
        <p role="status" className="text-13 text-ink-3 empty:hidden">
          {pictures.length >= room && `A block has up to ${MAX_PICTURES} pictures, so you can't choose more.`}
        </p>
        <Button type="submit" variant="primary" loading={add.busy}>
          <span>Add {formatPictures(pictures.length)}</span>
        </Button>
      </div>
    </form>
  );
}
