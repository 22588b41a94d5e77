/** 'with Visa ending in 4242', 'by bank transfer', 'in cash'. Empty if nothing is known. */
export function byMethod(method: string | null | undefined): string {
  if (!method || method === "Other") return "";
  if (method === "Cash") return "in cash";
  return / ending in \d+$/.test(method) ? `with ${method}` : `by ${method.charAt(0).toLowerCase()}${method.slice(1)}`;
}
