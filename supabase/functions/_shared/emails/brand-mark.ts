import { Buffer } from "node:buffer";

/** The Content-ID of the mark. An email shows it as `cid:brand-mark`. */
export const BRAND_MARK_ID = "brand-mark";

/** public/favicon.svg at 72 pixels, as PNG, because many clients show no SVG. */
const BASE64 = [
  "iVBORw0KGgoAAAANSUhEUgAAAEgAAABICAYAAABV7bNHAAAIdklEQVR4nOycC3BU1RnH/2ezu3lssruQ3RCmeRmxtYAEAqHykCZB",
  "haoFrR2LYy2MZaBTQQdQTIQUDE7kIUwI2nZGWqktEbUWAgQzVWIEaluBJn1MCRYySCKEJJuQZDfZZB+356xGyd5zk7t39+4Myf5m",
  "8tj/dx+7//3uued899yrhXwSYgzGxRqieZgIuFUALIRgPG4CBAFXCdAmEFz0Ct53nY6uCip3y1mXDLeAPj5+ok6I2kQNWUQIicEI",
  "QBAEJ/3gh1xwl/Q7HP8eallJg2JiEu7SRGkKqCn3YQRDs6vS6/FsdTq7T/HiXINiDKb5UQRv0XAiRgWCzevxfr+3t/uv/pEofyEu",
  "zrSSti1v0swxYNRA4kDI4zpdTKvL1Xd2UOTGF7GxxjuJhpyg5ugwCqFtk0vwenNpJn08oH1lUHS0cYJWR2iKEQtGNUKr19Of3dvb",
  "28ReaQZkrU6zN2IOg1iJRr934JXPIIPBuJD++S4i+KBNzIIvPRnIIM0ORPBDs539JgaDeSptiWoRQYyAaTSDhIWIwMUL5GoEkNsR",
  "gQs9xU/V0k5hBiJwYd5o6FgkAxG4MG+09E+yjEH9ICZMyERycrJIP3XqYyjhGwaC+1M1mDnui5PqJ9e8qGz04nOHACXMnTtbpDU3",
  "N+PChQYEhpBMDPHmgN/FluJNWL3qZyI9c8JEtLd3QDb0K1o5UYfiHC0MOs2gkL3fi42nXdh7zu3LdblYLIm48Ol/RHpZ2S/xi81b",
  "ECgaKKCltYWrW62BdcTXZumwc7ZeZA4jXq9B6ZxoPDkpsGGhNZH/HqTe83AoMqi1pY2rWyzyDco0Ahuzh//wRdO1uNUI2ViTJAy6",
  "1golKDOojW+Q1SK/fLTsm1roo4Y/dFgmLaXLyiXJauXqLa3KDJK/5xtobeHvLDGADJqSKP+7CWRZi4RBUlk/HMoMarNx9awpd0Au",
  "ahmUlTWZqyvNIEWH2NWrV2GziU26/74FkMuRSx5Vll1w790irbn5mmSzMByKDGIcrawSaYmJicjOngY57Dvvhsc7fA+DLfM6XVYO",
  "OTnTMXbsWJF+tPIYlKLYoPeq/szVv7fgHsih1ib4TBqOX//XjTqbvK7awnv5+36v6n0oRVFHkREdHY1LDedoHTt2kN7QcAnZM2bJ",
  "2kYivcp29gcxsMTyvydbr4CJb/fCIS+BUHv2b7jllvRBmt1uR0rabVCK4gzq6+tDTc0JkZ6ZmYElj/xQziZgcwIZ5U48+oETBxvc",
  "uOLw+n7Y/0xLL5dvzqNLHhGZwzh+vAbBoDiDGIsXP4Dfvf6aSGdjnhkz5yCc1P3j78jISBPpP1m2HIcPV0IpijOIUVFxFBcvigeA",
  "bDD7xBNLES5WrljONae+/tOgzGEEZRDjpZf45exNRYXcM0qoYfvYuOE5bmzbtpcRLEEb9O7BCm4WmUwmFL9QBLUpKXkBCQnxIp1l",
  "z8GKIwiWoA2iVyNRUMg34sePLcG0aVlQi5k5MyRPCM+sL0QoCNogxvsfVOPYsSpubE/ZTqjF7t38Q+jQoSOKi3f+hMQgxrPrN/hO",
  "/f5MnjQJT/58BUINK9h9+/ZviXR6yRjrCzYgVITMoM+vXMG2Hbu4sYLnnsW4cUkIFUlJVjxfuJ4bK9m6Ay0tygamPEJmEGPXrjKc",
  "P/8/kc4a0ZKSYoSKbVtfFPXgGWzfe/b8CqEkpAYxVj+1lqs//NBizJs3F8Eyd84sPPTgIm5s1eo1CDUhN+iT02fw9h//xI2Vlb4M",
  "rVZRCcqHXq/Hq6+UcmMH3noHp8+cRagJuUGMgoIidHfbRXpGRjqWLX0cSln+06VITxf3mDs7O1H4/CaogSoGtbe3Y8uLW7mxZ9Y9",
  "DZ0u8AlsbJ11a5/mxjYXl6CjI4DLTQGgikGM1/b+FpcvN4r05ORxeIx2IAOFZR4ryPlzubEJ+/b9HmqhmkGsh72rdA83tm7NUwiU",
  "tWtWcfXt23f69qUWqhnE2L//ANo4Bf7U1BTMmvUdyGX27Dsxfrx4Uj+rNb954B2oiaoGuVwu7C57hRvLz5U/429+Xi5XL939Kjwe",
  "+QV9JahqEOONN8q5h0Be3jzIJT9fbCbbZnn5AaiN6gZ1dnWh7p//EunTp2fDZBz+mrIxIQFTp4orArW1dejqlnU/SlCobhCj5kNx",
  "7ZoQglwZWXTP3fm+Zf2prv4I4SAsBn1Yw/8weTLaobz8XK5eXRMeg4Iq2sslKioKV5ou+i4V3UhjUxPumJIz5Lpsro/Fb1KEw9GD",
  "1PTb4PV6oTZhySB2pjl58i8iPTUlBXFxcZLrsbKthTNj5MSJk2ExhxEWgxjnzp3n6mPGmCXXMZuNAW1LDcJmkK2jnauPMQ1hkESs",
  "XWJbaqC89hAgHR3Xubp57FAZZApoW2oQRoP4o+2hDjGpWPuINEhi9qvZZJJcx2TmG6RWaYNHGA2SOMTGKDnEwmdQWPpBDNYHYhOc",
  "/GE1I17diJGWlur78SdU17zkQOIM5ku0J5+OCCLoePgzdjtUMyJIIDRTg0g9IkhA6jUC8VYhAhfmDWF92TiDt4MQEtgtPyMcWpAT",
  "ehydZnqIdXTSgsthRBjMF550+cZiRMBmapjM6ZIjH+qFxw33Rva/zyCH43odtWk/InwJ+UO/3e676ezrdic+3honaM/QligNoxja",
  "92nscXiygW7fvQtflzvs9lYIeJA94AOjFPbZacYsGjCHMejxOC6Xs5k9Ioae0B7AaETAqp6ezqM3SpEHLPkQbB4BP3I6Oo/7R4Z4",
  "RJc5PUor0E7kSH/wgFDvcZOFTuf1z3jRKKnV3G5np6u/7zdavb6Fdikn08ZbunBzE0Ib4ybaUy7qsXetoJ/VJrWc7N5zbKxxpkZD",
  "5tPayF0EJOWmfEwgra4QCB/R19W0rZE1He3/AAAA///TZR9rAAAABklEQVQDAHWH0JB/zmCeAAAAAElFTkSuQmCC",
].join("");

/** The mark travels with each email, so no client has to ask a server for it. */
export const brandMark = {
  filename: "mark.png",
  contentType: "image/png",
  contentId: BRAND_MARK_ID,
  content: new Uint8Array(Buffer.from(BASE64, "base64")),
};

/** Whether an email shows the mark. An agency's own logo replaces it. */
export function showsMark(html: string): boolean {
  return html.includes(`cid:${BRAND_MARK_ID}`);
}

/** The email as a page can show it: with the mark itself in place of its Content-ID. */
export function withInlineMark(html: string): string {
  return html.replaceAll(`cid:${BRAND_MARK_ID}`, `data:image/png;base64,${BASE64}`);
}
