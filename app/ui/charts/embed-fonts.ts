/** The page's own fonts as one sheet, files and all: a picture may load nothing. */
export async function embedFonts(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) => {
    // A sheet of another origin keeps its rules to itself.
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
