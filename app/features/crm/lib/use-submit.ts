import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";

/**
 * Sends what a form holds, once at a time. The id stays the same until it succeeded, so that a second try after a lost answer
 * stores nothing twice. `submit` gives the answer, or null when there is none. `problem` is what to say when it failed; what was typed stays.
 */
export function useSubmit<Answer>(send: (id: string) => Promise<Answer>, errorMessage: string) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({ busy: false, problem: null });
  const id = useRef<string>(crypto.randomUUID());
  const submitting = useRef(false);
  const submit = async (): Promise<{ answer: Answer } | null> => {
    if (submitting.current) return null;
    submitting.current = true;
    setState({ busy: true, problem: null });
    try {
      const answer = await send(id.current);
      id.current = crypto.randomUUID();
      setState({ busy: false, problem: null });
      return { answer };
    } catch (error) {
      setState({ busy: false, problem: problemText(error, errorMessage) });
      return null;
    } finally {
      submitting.current = false;
      void client.invalidateQueries({ queryKey: queryKeys.crm() });
    }
  };
  const setProblem = (problem: string | null) => setState({ busy: false, problem });
  return { ...state, submit, setProblem };
}
