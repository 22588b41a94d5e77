import { ArrowLeft, Trash2 } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { lacksAltText, type Picture } from "../../../../domain/landing/picture.ts";
import { ALT_TEXT_MISSING, AltTextField } from "./alt-text-field.tsx";
import { detailsOf, type EnteredDetails, type LibraryPicture, storeDetails } from "./api.ts";
import { DeletePicture } from "./delete-picture.tsx";
import { FocusField } from "./focus-field.tsx";
import { displayName } from "./picture-grid.tsx";

type Props = {
  chosen: LibraryPicture;
  /** The picture as the block has it now, if it is this one. */
  used: Picture | null;
  /** What was entered for pictures that are not in use yet, so that another picture can be looked at in the meantime. */
  entered: Map<string, EnteredDetails>;
  onUse: (picture: Picture) => void;
  onBack: () => void;
  onDeleted: () => void;
};

/** What an editor says about the chosen picture: its alternative text and its focus. Then it can be used, or deleted. */
export function PictureDetails({ chosen, used, entered, onUse, onBack, onDeleted }: Props) {
  const [details, setDetails] = useState<EnteredDetails>(() => entered.get(chosen.name) ?? used ?? detailsOf(chosen));
  const { alt, decorative, x, y } = details;
  const change = (changes: Partial<EnteredDetails>) => {
    const next = { ...details, ...changes };
    entered.set(chosen.name, next);
    setDetails(next);
  };
  const [tried, setTried] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const isMissing = lacksAltText(details);
  const use = useAction({
    action: () => storeDetails(chosen, details),
    errorMessage: "Couldn't save the picture's details",
    invalidates: [queryKeys.landingPictures()],
    onSuccess: onUse,
  });
  return (
    <form
      noValidate
      aria-label={`Details of ${displayName(chosen.name)}`}
      className="grid min-w-0 content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events through portals, so the form around the library would be submitted, too.
        event.stopPropagation();
        setTried(true);
        if (isMissing) event.currentTarget.querySelector<HTMLElement>("textarea, input:not([type=checkbox])")?.focus();
        else void use.run();
      }}
    >
      <Button variant="ghost" size="sm" className="justify-self-start md:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        All pictures
      </Button>
      <p className="break-words font-medium text-13">
        {displayName(chosen.name)}
        {chosen.width && chosen.height && (
          <span className="num block font-normal text-ink-3">
            {chosen.width} × {chosen.height} pixels
          </span>
        )}
      </p>
      <AltTextField
        alt={alt}
        decorative={decorative}
        error={tried && isMissing ? ALT_TEXT_MISSING : undefined}
        onChange={(nextAlt, nextDecorative) => change({ alt: nextAlt, decorative: nextDecorative })}
      />
      <FocusField src={chosen.src} x={x} y={y} onChange={(left, top) => change({ x: left, y: top })} />
      {/* In sight while the details scroll below them. */}
      <div className="sticky -bottom-1 z-1 -mx-1 -mb-1 flex flex-wrap justify-between gap-2 bg-raised px-1 pt-2 pb-1">
        <Button variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={() => setDeleting(true)}>
          Delete…
        </Button>
        <Button type="submit" variant="primary" loading={use.busy}>
          Use picture
        </Button>
      </div>
      {deleting && (
        <DeletePicture
          name={chosen.name}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            onDeleted();
          }}
        />
      )}
    </form>
  );
}
