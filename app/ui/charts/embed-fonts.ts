/** The page's fonts as one style sheet with embedded files, because an image cannot load anything. */
export async function embedFonts(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) => {
    // The rules of a cross-origin sheet are not readable.
    if (sheet.href && new URL(sheet.href).origin !== location.origin) return [];
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  });
  return (await Promise.all(faces.map(embedFace))).join("\n");
}

async function embedFace(face: CSSFontFaceRule): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue("src"))?.[1];
  if (!address) return "";
  const answer = await fetch(new URL(address, face.parentStyleSheet?.href ?? location.href));
  return answer.ok ? face.cssText.replace(/url\([^)]+\)/, `url(${await toDataUrl(await answer.blob())})`) : "";
}

function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
