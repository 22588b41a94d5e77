import { type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { uploadFile } from "~/shared/files.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { avatarPath } from "../../../../domain/files.ts";
import { CENTER, type Crop, dragCrop, MAX_ZOOM } from "../../../../domain/square-crop.ts";
import { drawCrop, exportCrop } from "./photo.ts";

const PREVIEW = 224;

type Props = { userId: string; picture: ImageBitmap; onClose: () => void };

/** Cuts a square out of a picture, by dragging or with three sliders, and saves it. */
export function CropForm({ userId, picture, onClose }: Props) {
  const [crop, setCrop] = useState<Crop>(CENTER);
  const save = useAction({
    action: async () =>
      uploadFile({
        bucket: "avatars",
        path: avatarPath(userId),
        file: await exportCrop(picture, crop),
        replace: true,
      }),
    successMessage: "Picture saved",
    errorMessage: "Couldn't save the picture",
    showProblem: "inline",
    invalidates: [queryKeys.avatar(userId)],
    onSuccess: onClose,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <DialogTitle>Crop your picture</DialogTitle>
      <DialogDescription>Drag the picture, or use the sliders. It's shown as a circle.</DialogDescription>
      {save.problem && <Banner tone="bad" role="alert" title={save.problem} />}
      <CropPreview picture={picture} crop={crop} onChange={setCrop} />
      <div className="grid gap-3">
        <Slider label="Zoom" min={1} max={MAX_ZOOM} value={crop.zoom} onChange={(zoom) => setCrop({ ...crop, zoom })} />
        <Slider label="Left to right" value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
        <Slider label="Top to bottom" value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={save.busy}>
          <span>Save picture</span>
        </Button>
      </DialogFooter>
    </form>
  );
}

type PreviewProps = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

/** Exactly what is saved. The sliders do the same without a pointer. */
function CropPreview({ picture, crop, onChange }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = ({ currentTarget, pointerId, movementX, movementY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    onChange(dragCrop(picture, crop, { right: movementX / PREVIEW, down: movementY / PREVIEW }));
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="Preview"
      width={PREVIEW * 2}
      height={PREVIEW * 2}
      style={{ width: PREVIEW, height: PREVIEW }}
      className="cursor-grab touch-none justify-self-center rounded-full bg-mute-bg active:cursor-grabbing"
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}

type SliderProps = { label: string; min?: number; max?: number; value: number; onChange: (value: number) => void };

function Slider({ label, min = 0, max = 1, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 text-13">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-6 w-full cursor-pointer accent-ink phone:h-11"
      />
    </div>
  );
}
