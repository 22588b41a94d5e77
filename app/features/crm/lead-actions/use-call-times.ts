import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LeadRef } from "../lib/lead-types.ts";
import { callTimesQuery } from "./api.ts";

type Choice = { typeId: string | null; host: string | null };

/**
 * The free times of a period and the meeting type that they are of: the chosen one, else the one of the first answer, for which
 * the wished time counts. That stays, whatever is taken meanwhile, because people fill in its questions.
 */
export function useCallTimes(lead: LeadRef, choice: Choice, { from, to }: { from: Date; to: Date }, at?: Date) {
  const [first, setFirst] = useState<string | null>(null);
  const typeId = choice.typeId ?? first;
  const period = { from: from.toISOString(), to: to.toISOString(), at: at?.toISOString() };
  const query = useQuery(callTimesQuery(lead, { host: choice.host, typeId, ...period }));
  const { data } = query;
  if (first === null && data?.type_id) setFirst(data.type_id);
  const typeOf = (id: string | null | undefined) => data?.types.find((one) => one.id === id);
  return { query, data, type: typeOf(typeId) ?? typeOf(data?.type_id) };
}
