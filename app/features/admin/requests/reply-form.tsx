import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { answerRequest } from "./decide-request.ts";
import type { RequestListItem } from "./search-requests.ts";

type Props = { request: RequestListItem; onClose: () => void };

/** The answer to one request. Its words stay through every failure; Ctrl+Enter sends. */
export function ReplyForm({ request, onClose }: Props) {
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Sent twice because an answer was lost, it is mailed once.
  const [answerId] = useState(() => crypto.randomUUID());
  const [seen, setSeen] = useState(request);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const send = useSingleFlight(async () => {
    if (!answer.trim()) {
      setError("Write an answer");
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await answerRequest(seen, answerId, answer);
      toast.success(`Answer sent to ${request.user_email}`);
      onClose();
    } catch (failure) {
      setProblem(problemText(failure, "The answer was not sent"));
      if (isConflict(failure)) await client.refetchQueries({ queryKey: queryKeys.changeRequests(), type: "active" });
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: queryKeys.changeRequests() });
    }
  });
  const newer = request.updated_at !== seen.updated_at;
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
      }}
    >
      {problem && (
        <Banner
          tone={newer ? "warn" : "bad"}
          role="alert"
          title={problem}
          action={
            newer && (
              <Button
                onClick={() => {
                  setSeen(request);
                  setProblem(null);
                }}
              >
                I have seen it
              </Button>
            )
          }
        />
      )}
      <Field label={`Answer to ${request.client_name}`} error={error}>
        <Textarea
          rows={4}
          maxLength={10_000}
          value={answer}
          onChange={(event) => {
            setAnswer(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          <span>Send answer</span>
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <span className="text-ink-3 text-xs">Goes to {request.user_email}, and stands in their portal.</span>
      </div>
    </form>
  );
}
