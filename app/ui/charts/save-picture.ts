/** What our charts and the texts around them are drawn with: all four hundred properties would take seconds. */
const DRAWN = [
  ..."color background-color background-image border-top border-right border-bottom border-left border-radius box-shadow".split(
    " ",
  ),
  ..."font-family font-size font-weight font-style font-variant-numeric line-height letter-spacing word-spacing".split(
    " ",
  ),
  ..."text-align text-transform text-decoration text-overflow white-space overflow-wrap vertical-align".split(" "),
  ..."display position top right bottom left float box-sizing width height min-width min-height max-width max-height".split(
    " ",
  ),
  ..."margin padding overflow opacity visibility transform transform-origin z-index".split(" "),
  ..."flex-direction flex-wrap flex-grow flex-shrink flex-basis order align-items align-self align-content".split(" "),
  ..."justify-content justify-items justify-self gap grid-template-columns grid-template-rows grid-column grid-row".split(
    " ",
  ),
  ..."grid-auto-flow fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin".split(" "),
  ..."stroke-opacity text-anchor dominant-baseline border-collapse border-spacing clip-path".split(" "),
];

/** Copies the computed styles, so that the copy looks the same where none of our sheets is. */
function copyStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  const target = to as HTMLElement | SVGElement;
  target.setAttribute("style", DRAWN.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) copyStyles(child, copy);
  }
}

/** An element as it looks, as a PNG of twice its size. Throws when the browser cannot draw it. */
export async function drawPicture(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  copyStyles(element, copy);
  for (const hidden of copy.querySelectorAll("[data-no-picture], .sr-only")) hidden.remove();
  copy.style.setProperty("margin", "0");
  copy.setAttribute("xmlns", "http://www.w3.org/1999/xhtml");
  const markup = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas");
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be drawn");
  return blob;
}
