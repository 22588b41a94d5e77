import fc from "fast-check";
import { expect, test } from "vitest";
import { type Chain, extendChain, settleChain } from "./search-chain.ts";

const HERE = "/leads";

test("No quick change is lost, whichever requests the screen has shown by then", () => {
  const change = fc.record({ name: fc.constantFrom("a", "b", "c"), value: fc.constantFrom("", "1", "2") });
  // Before each change, the screen catches up with some of the requests, or with none.
  const steps = fc.array(fc.tuple(change, fc.nat(3)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, (all) => {
      let chain: Chain = { pathname: "/elsewhere", searches: ["a=9"] };
      const wanted: Record<string, string> = {};
      const requests = [""];
      let at = 0;
      for (const [{ name, value }, ahead] of all) {
        at = Math.min(at + ahead, requests.length - 1);
        chain = settleChain(chain, HERE, requests[at] ?? "", false);
        chain = extendChain(chain, HERE, requests[at] ?? "", { [name]: value });
        wanted[name] = value;
        requests.push(chain.searches.at(-1) ?? "");
      }
      const shown = Object.fromEntries(new URLSearchParams(requests.at(-1)));
      expect(shown).toEqual(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)));
    }),
    {
      examples: [
        [
          [
            [{ name: "a", value: "" }, 0],
            [{ name: "a", value: "" }, 0],
            [{ name: "b", value: "2" }, 0],
            [{ name: "b", value: "" }, 1],
            [{ name: "a", value: "" }, 1],
            [{ name: "a", value: "" }, 1],
          ],
        ],
      ],
    },
  );
});

test("Back to an earlier entry starts from what that one shows", () => {
  let chain = extendChain({ pathname: "", searches: [] }, HERE, "", { a: "1" });
  chain = settleChain(chain, HERE, "a=1", false);
  chain = settleChain(chain, HERE, "", true);
  expect(extendChain(chain, HERE, "", { b: "1" }).searches.at(-1)).toBe("b=1");
  // Also if the same params were requested twice.
  let twice = extendChain({ pathname: "", searches: [] }, HERE, "", { a: "1" });
  twice = extendChain(twice, HERE, "a=1", { a: "" });
  twice = settleChain(settleChain(twice, HERE, "", false), HERE, "a=1", true);
  expect(extendChain(twice, HERE, "a=1", { b: "1" }).searches.at(-1)).toBe("a=1&b=1");
  // So does another page with the same params.
  const other = extendChain(extendChain(chain, HERE, "", { a: "1" }), "/board", "", { b: "1" });
  expect(other.searches.at(-1)).toBe("b=1");
});
