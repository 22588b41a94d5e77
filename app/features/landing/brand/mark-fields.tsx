import { ImageUp } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { AccountLogo } from "~/shared/brand/account-logo.tsx";
import { useAction } from "~/shared/use-action.ts";
import { crmPath, workspaceSlug } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { FieldError } from "~/ui/field.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { acceptOf } from "../../../../domain/files.ts";
import { faviconAddress } from "../../../../domain/landing/brand.ts";
import { uploadIcon } from "./api.ts";
import type { BrandForm } from "./use-brand-form.ts";

/** Where the account's logo is changed. */
const logoPage = () => (workspaceSlug ? crmPath("/team") : "/settings?section=agency");

/** The account's logo above pages, and the icon in the browser's tab. */
export function MarkFields({ form, mayWrite }: { form: BrandForm; mayWrite: boolean }) {
  const { typed, set } = form;
  const { account } = typed;
  return (
    <>
      <div className="grid gap-2.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
          {account.logo ? (
            <AccountLogo name={account.name} logo={account.logo} />
          ) : (
            <span className="text-ink-3">{account.name} has no logo yet.</span>
          )}
          <Button size="sm" asChild>
            <RouterLink to={logoPage()}>{account.logo ? "Change the logo" : "Add a logo"}</RouterLink>
          </Button>
        </div>
        <Checkbox
          label="Show the logo at the top"
          hint={account.logo ? undefined : "Appears once you add a logo."}
          checked={typed.shows_logo}
          onChange={({ target }) => set({ shows_logo: target.checked })}
        />
      </div>
      <IconField form={form} mayWrite={mayWrite} />
    </>
  );
}

function IconField({ form: { typed, set }, mayWrite }: { form: BrandForm; mayWrite: boolean }) {
  const upload = useAction({
    action: uploadIcon,
    errorMessage: "Couldn't upload the icon",
    showProblem: "inline",
    onSuccess: (favicon) => set({ favicon }),
  });
  const address = faviconAddress(typed, typed.storage);
  return (
    <div className="grid gap-2.5 border-line border-t pt-4">
      <p className="font-medium text-13">Icon</p>
      {address && (
        <div className="flex items-center gap-3">
          <img
            src={address}
            alt="The icon in the browser tab"
            width={32}
            height={32}
            className="size-8 rounded-xs border border-line object-contain"
          />
          {mayWrite && (
            <Button size="sm" variant="ghost" onClick={() => set({ favicon: null })}>
              Remove icon
            </Button>
          )}
        </div>
      )}
      {mayWrite && (
        <div aria-busy={upload.busy} className="grid">
          <FileDropzone
            layout="line"
            icon={<ImageUp aria-hidden="true" />}
            title={upload.busy ? "Uploading…" : address ? "Choose another icon" : "Choose an icon"}
            text=" or drop it here. A square picture looks best."
            accept={acceptOf("landing")}
            describedBy={upload.problem ? "icon-problem" : undefined}
            onFiles={([file]) => file && void upload.run(file)}
          />
        </div>
      )}
      <FieldError id="icon-problem">{upload.problem}</FieldError>
    </div>
  );
}
