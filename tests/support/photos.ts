import sharp from "sharp";

/** A landscape: sky, sun and hills, so that a cut or a shift is visible. Each `shade` below 20,000 makes another picture of it. */
export function photo(
  width: number,
  height: number,
  format: "jpeg" | "png" | "webp" = "jpeg",
  shade = 40,
): Promise<Buffer> {
  const hills = `M0 ${height * 0.7} Q${width * 0.25} ${height * 0.4} ${width * 0.5} ${height * 0.68} T${width} ${height * 0.6} V${height} H0Z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="rgb(${shade % 200},${90 + Math.floor(shade / 200)},160)"/><stop offset="1" stop-color="#f3c9a0"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.78}" cy="${height * 0.3}" r="${height * 0.11}" fill="#fff3d0"/>
    <path d="${hills}" fill="#2f5d50"/></svg>`;
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer();
}

/** The same with the grain of a camera, so that it is as large as a photo. */
export async function grainyPhoto(width: number, height: number): Promise<Buffer> {
  const grain = { type: "gaussian", mean: 128, sigma: 14 } as const;
  const noise = await sharp({ create: { width, height, channels: 3, background: "#808080", noise: grain } })
    .png()
    .toBuffer();
  const flat = await photo(width, height, "png");
  return sharp(flat)
    .composite([{ input: noise, blend: "soft-light" }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A wide logo with a transparent background: a mark and a bar instead of a name. */
export function logoFile(color = "#141414", format: "png" | "webp" = "png"): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="240" fill="${color}"><circle cx="120" cy="120" r="100"/>
    <rect x="270" y="60" width="600" height="50" rx="12"/><rect x="270" y="140" width="420" height="40" rx="12"/></svg>`;
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer();
}
