import { chromium } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { atMost, type Measurement } from "./measurement.ts";

/** The JavaScript that a browser downloads for the home page and /auth, as transfer size. */
export async function measureScriptSizes(hostUrl: string): Promise<Measurement[]> {
  const { executablePath, env } = await findChromium();
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const sizeOf = async (path: string) => {
      const page = await browser.newPage();
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      const scripts = new Set<string>();
      let bytes = 0;
      session.on("Network.responseReceived", ({ requestId, response }) => {
        if (/javascript/.test(response.mimeType)) scripts.add(requestId);
      });
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      await page.goto(`${hostUrl}${path}`, { waitUntil: "networkidle" });
      await page.close();
      return bytes / 1000;
    };
    return [
      atMost("JavaScript on the home page, brotli", await sizeOf("/"), 5, "kB", "headers included"),
      atMost("JavaScript on /auth, brotli", await sizeOf("/auth"), 150, "kB", "headers included"),
    ];
  } finally {
    await browser.close();
  }
}
