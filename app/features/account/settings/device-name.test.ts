import { describe, expect, test } from "vitest";
import { deviceName, isHandheld } from "./device-name.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("a user agent becomes a readable device name", () => {
  test.each([
    [`${MAC} Chrome/140.0.0.0 Safari/537.36`, "Chrome on macOS"],
    [`${MAC} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge on macOS"],
    [`${MAC} Version/18.0 Safari/605.1.15`, "Safari on macOS"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
    [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
    [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"],
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36", "Chrome on Linux"],
    ["node", "A program, not a browser"],
    ["", "Unknown device"],
    [null, "Unknown device"],
  ])("%s", (agent, words) => expect(deviceName(agent)).toBe(words));

  test("a phone is handheld, a laptop is not", () => {
    expect(isHandheld(`${IPHONE} Safari/604.1`)).toBe(true);
    expect(isHandheld(`${MAC} Safari/605.1.15`)).toBe(false);
    expect(isHandheld(null)).toBe(false);
  });
});
