/** Where a square is cut out: zoom 1 is the largest square; x and y are 0 to 1, from the left or top edge to the other. */
export type Crop = { zoom: number; x: number; y: number };

export const MAX_ZOOM = 4;
export const CENTER: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square of the picture, in its own pixels. */
export function cropSquare(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / within(zoom, 1, MAX_ZOOM);
  return { side, left: (width - side) * within(x, 0, 1), top: (height - side) * within(y, 0, 1) };
}

/** The crop after the picture was dragged by a share of the shown square: to the right shows more of its left. */
export function dragCrop(
  picture: { width: number; height: number },
  crop: Crop,
  { right, down }: { right: number; down: number },
): Crop {
  const { side } = cropSquare(picture, crop);
  const moved = (at: number, size: number, by: number) =>
    size - side > 0 ? within(at - (by * side) / (size - side), 0, 1) : at;
  return { ...crop, x: moved(crop.x, picture.width, right), y: moved(crop.y, picture.height, down) };
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
