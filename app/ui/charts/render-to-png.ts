import { embedFonts } from "./embed-fonts.ts";

/** The styles that our charts and their labels use. Copying all four hundred properties would take seconds. */
const COPIED_STYLES = [
  ..."color background-color background-image border-top border-right border-bottom border-left border-radius box-shadow".split(
    " ",
  ),
  ..."font-family font-size font-weight font-style font-variant-numeric line-height letter-spacing word-spacing".split(
    " ",
  ),
  ..."text-align text-transform text-decoration text-overflow white-space text-wrap overflow-wrap vertical-align list-style".split(
    " ",
  ),
  ..."display position top right bottom left float box-sizing width height min-width min-height max-width max-height".split(
    " ",
  ),
  ..."margin padding overflow opacity visibility transform translate rotate scale transform-origin z-index".split(" "),
  ..."flex-direction flex-wrap flex-grow flex-shrink flex-basis order align-items align-self align-content".split(" "),
  ..."justify-content justify-items justify-self gap grid-template-columns grid-template-rows grid-column grid-row".split(
    " ",
  ),
  ..."grid-auto-flow grid-auto-columns grid-auto-rows fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin".split(
    " ",
  ),
  ..."stroke-opacity text-anchor dominant-baseline border-collapse border-spacing clip-path paint-order".split(" "),
];

/** Copies the computed styles, so that the copy looks the same without our style sheets. */
function copyStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  const target = to as HTMLElement | SVGElement;
  const styles = COPIED_STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";");
  // An image cannot scroll, so it must not have scroll bars.
  target.setAttribute("style", `${styles.replace(/overflow:[a-z ]*(auto|scroll)[a-z ]*/, "overflow:hidden")}`);
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) copyStyles(child, copy);
  }
}

/** A copy beside the page, wide enough to need no scrolling, because an image cannot scroll. */
function cloneOffscreen(element: HTMLElement, width: number): { copy: HTMLElement; remove: () => void } {
  const place = document.createElement("div");
  place.inert = true;
  place.style.cssText = "position:fixed;top:0;left:-100000px;display:grid";
  place.style.width = `${width}px`;
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll("[data-no-picture], .sr-only")) hidden.remove();
  for (const shown of copy.querySelectorAll<HTMLElement>("[data-only-picture]")) shown.hidden = false;
  place.append(copy);
  document.body.append(place);
  const beyond = [copy, ...copy.querySelectorAll("*")].map((part) =>
    /auto|scroll/.test(getComputedStyle(part).overflowX) ? part.scrollWidth - part.clientWidth : 0,
  );
  place.style.width = `${width + Math.max(...beyond)}px`;
  return { copy, remove: () => place.remove() };
}

/** Renders a whole element as a PNG at twice its size. Throws when the browser cannot render it. */
export async function renderToPng(element: HTMLElement): Promise<Blob> {
  const fonts = await embedFonts();
  const staged = cloneOffscreen(element, element.getBoundingClientRect().width);
  const { width, height } = staged.copy.getBoundingClientRect();
  const copy = staged.copy.cloneNode(true) as HTMLElement;
  copyStyles(staged.copy, copy);
  staged.remove();
  copy.style.setProperty("margin", "0");
  copy.setAttribute("xmlns", "http://www.w3.org/1999/xhtml");
  const markup = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${fonts}</style><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * 2);
  canvas.height = Math.ceil(height * 2);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Canvas is unavailable");
  // The page background shows behind the rounded corners.
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The image couldn't be rendered");
  return blob;
}
