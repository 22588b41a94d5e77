import { type ChangeEvent, useRef, useState } from "react";
import { PersonAvatar, useAvatarLink } from "~/shared/avatars/person-avatar.tsx";
import { removeFiles } from "~/shared/files.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { acceptOf, avatarPath } from "../../../../domain/files.ts";
import { CropForm } from "./crop-form.tsx";
import { readPhoto } from "./photo.ts";

type Props = { userId: string; name: string };

/** The person's picture: choose one and crop it, or remove it. */
export function PictureSetting({ userId, name }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const has = Boolean(useAvatarLink(userId).data);
  const remove = useAction({
    action: () => removeFiles("avatars", [avatarPath(userId)]),
    successMessage: "Picture removed",
    errorMessage: "Couldn't remove the picture",
    invalidates: [queryKeys.avatar(userId)],
    onSuccess: () => input.current?.focus(),
  });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Choosing the same file again must also fire a change.
    target.value = "";
    if (!file) return;
    const read = await readPhoto(file);
    setProblem(read.problem);
    setPicture(read.picture);
  };
  return (
    <div className="mb-5 flex items-center gap-4 border-line-soft border-b pb-5">
      <PersonAvatar userId={userId} name={name} size={64} />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <label className="has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1">
              {has ? "Change picture" : "Upload picture"}
              <input
                ref={input}
                type="file"
                accept={acceptOf("avatars")}
                aria-describedby="picture-hint picture-problem"
                className="sr-only"
                onChange={(event) => void choose(event)}
              />
            </label>
          </Button>
          {has && (
            <Button variant="ghost" loading={remove.busy} onClick={() => void remove.run()}>
              <span>Remove picture</span>
            </Button>
          )}
        </div>
        <p id="picture-hint" className="text-ink-3 text-xs">
          PNG, JPG or WEBP. It appears next to your name, and the agency's team can see it.
        </p>
        <div role="alert" className="empty:hidden">
          <FieldError id="picture-problem">{problem}</FieldError>
        </div>
      </div>
      <Dialog open={picture !== undefined} onOpenChange={(open) => !open && setPicture(undefined)}>
        {picture && (
          <DialogContent onCloseAutoFocus={(event) => focusInput(event, input.current)}>
            <CropForm userId={userId} picture={picture} onClose={() => setPicture(undefined)} />
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

function focusInput(event: Event, input: HTMLInputElement | null): void {
  event.preventDefault();
  input?.focus();
}
