export type DnsType = "TXT" | "A" | "AAAA" | "CNAME";
/** The records of a name; an empty list when there are none. Rejects when nobody answers. */
export type ResolveDns = (name: string, type: DnsType) => Promise<string[]>;

/** The part of Deno that asks DNS; in the host it is not there. */
type DenoDns = {
  resolveDns: (name: string, type: string) => Promise<(string | string[])[]>;
  errors: { NotFound: new () => Error };
};

/** DNS as the runtime of hosted functions asks it. */
export const resolveInDeno: ResolveDns = async (name, type) => {
  const { Deno } = globalThis as unknown as { Deno: DenoDns };
  try {
    return (await Deno.resolveDns(name, type)).map((record) => (typeof record === "string" ? record : record.join("")));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
};
