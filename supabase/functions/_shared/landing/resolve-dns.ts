export type DnsType = "TXT" | "A" | "AAAA" | "CNAME";
/** The records of a name. An empty list if there are none. Rejects if no server answers. */
export type ResolveDns = (name: string, type: DnsType) => Promise<string[]>;

/** The part of Deno that resolves DNS. It does not exist in the host. */
type DenoDns = {
  resolveDns: (name: string, type: string) => Promise<(string | string[])[]>;
  errors: { NotFound: new () => Error };
};

/** The DNS resolver of the hosted functions' runtime. */
export const resolveInDeno: ResolveDns = async (name, type) => {
  const { Deno } = globalThis as unknown as { Deno: DenoDns };
  try {
    return (await Deno.resolveDns(name, type)).map((record) => (typeof record === "string" ? record : record.join("")));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
};
