import { truncateText } from "../truncate-text.ts";
/** The DNS records of a domain for a landing page. An empty list means that there is no such record. */
export type DomainRecords = {
  domain: string;
  token: string;
  /** TXT of _upfunnel.<domain>. Null if no server answered. */
  txt: string[] | null;
  /** A and AAAA of the domain. Null if no server answered. */
  addresses: string[] | null;
  cname: string[];
  /** The product's own host and its addresses. Null if they are unknown. */
  siteHost: string;
  siteAddresses: string[] | null;
};

export type DomainCheckResult = {
  txt: "found" | "missing" | "wrong" | "unknown";
  /** Null if unknown. */
  pointsHere: boolean | null;
  /** The wrong record and its correct value. */
  problem: string | null;
};

/** The name and value of the TXT record that proves the ownership of a domain. */
export function ownershipRecord(domain: string, token: string): { name: string; value: string } {
  return { name: `_upfunnel.${domain}`, value: `upfunnel-verify=${token}` };
}

/** Whether the page's client owns a domain, and whether it points here. */
export function evaluateDomain(records: DomainRecords): DomainCheckResult {
  const { domain, token, txt } = records;
  const { name, value } = ownershipRecord(domain, token);
  if (domain === records.siteHost)
    return { txt: "wrong", pointsHere: null, problem: `${domain} is the address of this product itself.` };
  if (txt === null)
    return {
      txt: "unknown",
      pointsHere: null,
      problem: `DNS did not answer for ${name}. Please try again in a moment.`,
    };
  if (!txt.some((text) => text.trim() === value)) {
    const ours = txt.find((text) => text.trim().startsWith("upfunnel-verify="));
    return ours
      ? {
          txt: "wrong",
          pointsHere: null,
          problem: `The TXT record ${name} says “${truncateText(ours.trim(), 200)}”. It should say “${value}”.`,
        }
      : {
          txt: "missing",
          pointsHere: null,
          problem: `There is no TXT record ${name} that says “${value}”. A new record may take an hour to be seen.`,
        };
  }
  return { txt: "found", ...evaluateAddresses(records) };
}

function evaluateAddresses(records: DomainRecords): Pick<DomainCheckResult, "pointsHere" | "problem"> {
  const { domain, addresses, cname, siteHost, siteAddresses } = records;
  if (cname.some((target) => target.toLowerCase().replace(/\.$/, "") === siteHost))
    return { pointsHere: true, problem: null };
  if (addresses === null || siteAddresses === null)
    return {
      pointsHere: null,
      problem: `DNS did not answer for ${addresses === null ? domain : siteHost}. Please try again in a moment.`,
    };
  const wanted = siteAddresses.length ? `, or A records of it should say ${siteAddresses.join(" and ")}` : "";
  if (addresses.length === 0)
    return {
      pointsHere: false,
      problem: `${domain} has no A, AAAA or CNAME record. Its CNAME should say ${siteHost}${wanted}.`,
    };
  const strange = addresses.find((address) => !siteAddresses.includes(address));
  if (!strange) return { pointsHere: true, problem: null };
  const kind = strange.includes(":") ? "AAAA" : "A";
  return {
    pointsHere: false,
    problem: `The ${kind} record of ${domain} says ${strange}, which is not this host. The CNAME of ${domain} should say ${siteHost}${wanted}.`,
  };
}
