import type { QueryKey } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { uploadFile } from "~/shared/files.ts";
import { AgencyLogoImage } from "~/shared/shell/agency-logo.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useAction } from "~/shared/use-action.ts";
import { type AgencyLogo, type StoredLogo, toAgencyLogo } from "~/shared/use-agency-contact.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { FieldError } from "~/ui/field.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { acceptOf, storedName } from "../../../domain/files.ts";
import { type PreparedLogo, prepareLogo } from "./prepare-logo.ts";

type Props = {
  /** Whose logo it is. */
  name: string;
  stored: StoredLogo | null;
  supabaseUrl: string;
  /** Where its files are in the bucket, such as "<account>/"; empty for the agency's. */
  folder: string;
  /** Shown in its place. */
  empty: ReactNode;
  /** Saves the logo. Throws PT409 if someone else has just changed it. */
  store: (logo: StoredLogo | null) => Promise<void>;
  invalidates: readonly QueryKey[];
};

/** Fields with their preview: side by side in a wide container (`@container`), else one below the other. */
export const BESIDE_PREVIEW =
  "grid gap-x-5 gap-y-4 @min-[640px]:grid-cols-[minmax(0,260px)_minmax(0,1fr)] [&>*]:min-w-0 @min-[640px]:[&>:nth-child(n+3)]:col-span-2";

/** The logo of the agency or of an account: choose a file, see it on light and dark, save or remove it. */
export function LogoForm(props: Props) {
  const { name, stored, supabaseUrl } = props;
  const current = stored && toAgencyLogo(supabaseUrl, stored);
  const [chosen, setChosen] = useState<PreparedLogo | null>(null);
  const [changedPlate, setPlate] = useState<boolean | null>(null);
  const plate = changedPlate ?? stored?.plate ?? false;
  const choose = useAction({
    action: prepareLogo,
    isFree: true,
    errorMessage: "The logo can't be used",
    showProblem: "inline",
    onSuccess: (logo) => {
      setChosen(logo);
      setPlate(!logo.contrast.dark);
    },
  });
  const forget = () => {
    setChosen(null);
    setPlate(null);
  };
  const { save, remove } = useLogoActions(props, forget);
  const src = useObjectUrl(chosen?.file);
  const shown = chosen && src ? { ...chosen, src, plate } : current && { ...current, plate };
  const isDirty = chosen !== null || (stored !== null && plate !== stored.plate);
  return (
    <div className={BESIDE_PREVIEW}>
      <FileDropzone
        icon={<ImageUp aria-hidden="true" />}
        title={shown ? "Choose another file" : "Choose a logo"}
        text="A PNG, JPG or WebP file, up to 5 MB. A wide logo with a transparent background works best."
        accept={acceptOf("brand")}
        layout="compact"
        onFiles={([file]) => file && void choose.run(file)}
      />
      <div className="grid content-start gap-4">
        <Previews logo={shown} name={name} empty={props.empty} />
        {chosen && <ContrastHint logo={chosen} plate={plate} />}
        {shown && (
          <Checkbox
            label="Put it on a white plate on dark backgrounds"
            checked={plate}
            onChange={(event) => setPlate(event.target.checked)}
          />
        )}
      </div>
      {choose.problem && (
        <div role="alert">
          <FieldError id={undefined}>{choose.problem}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {(isDirty || save.busy) && (
          <Button variant="primary" loading={save.busy} onClick={() => void save.run({ chosen, plate })}>
            <span>Save logo</span>
          </Button>
        )}
        {isDirty && (
          <Button variant="ghost" disabled={save.busy} onClick={forget}>
            Discard changes
          </Button>
        )}
        {stored && !isDirty && (
          <Button variant="ghost" loading={remove.busy} onClick={() => void remove.run()}>
            Remove logo
          </Button>
        )}
      </div>
      {isDirty && <UnsavedChangesPrompt />}
    </div>
  );
}

function useLogoActions({ stored, folder, store, invalidates }: Props, onSaved: () => void) {
  const shared = { invalidates, isFree: true, onSuccess: onSaved };
  const save = useAction({
    action: async ({ chosen, plate }: { chosen: PreparedLogo | null; plate: boolean }, id) => {
      if (!chosen) return store(stored && { ...stored, plate });
      const name = `${folder}${storedName("logo.png", id)}`;
      await uploadFile({ bucket: "brand", path: name, file: chosen.file });
      return store({ name, width: chosen.width, height: chosen.height, plate });
    },
    successMessage: "Logo saved",
    errorMessage: "Couldn't save the logo",
    ...shared,
  });
  const undo = useAction({
    action: store,
    successMessage: "Logo restored",
    errorMessage: "Couldn't restore the logo",
    ...shared,
  });
  const remove = useAction({
    action: () => store(null),
    successMessage: () => ({
      title: "Logo removed",
      action: { label: "Undo", onClick: () => void undo.run(stored) },
    }),
    errorMessage: "Couldn't remove the logo",
    ...shared,
  });
  return { save, remove };
}

/** The address of a file that is not uploaded yet. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}

type PreviewsProps = { logo: AgencyLogo | null; name: string; empty: ReactNode };

function Previews({ logo, name, empty }: PreviewsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      {(["light", "dark"] as const).map((theme) => (
        <figure key={theme} className="grid gap-1.5">
          <div
            data-theme={theme}
            className="grid h-24 place-items-center rounded-card border border-line bg-page px-4 text-ink"
          >
            {logo ? <AgencyLogoImage logo={logo} name={name} className="max-h-12 max-w-full" /> : empty}
          </div>
          <figcaption className="text-ink-3 text-xs">{theme === "light" ? "On light" : "On dark"}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const MIN_HEIGHT = 48;

/** What the person should know about the chosen file before they save it. */
function ContrastHint({ logo: { contrast, height, width }, plate }: { logo: PreparedLogo; plate: boolean }) {
  const hints = [
    !contrast.light && "This logo is hard to see on light backgrounds. Use one with darker colors.",
    !contrast.dark && !plate && "This logo is hard to see on dark backgrounds. Put it on a white plate.",
    height < MIN_HEIGHT && width < 4 * MIN_HEIGHT && "This file is small, so the logo may look blurred.",
  ].filter((hint) => hint !== false);
  if (hints.length === 0) return null;
  return (
    <Banner tone="warn" role="status" title="Check the logo">
      {hints.join(" ")}
    </Banner>
  );
}
