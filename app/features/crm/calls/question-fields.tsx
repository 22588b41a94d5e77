import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { Question } from "./api.ts";
import { type WrongQuestion, wrongQuestion } from "./meeting-type-problems.ts";

type Props = { questions: Question[]; problem: string | undefined; onChange: (questions: Question[]) => void };

/** The questions that a visitor answers besides name, email and phone. */
export function QuestionFields({ questions, problem, onChange }: Props) {
  const change = (id: string, changes: Partial<Question>) =>
    onChange(questions.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const [added, setAdded] = useState<string | null>(null);
  const wrong = problem === undefined ? null : wrongQuestion(questions);
  const errorOf = (id: string, part: WrongQuestion["part"]) =>
    wrong?.id === id && wrong.part === part ? wrong.text : undefined;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Questions</legend>
      {questions.map((question, at) => (
        <div key={question.id} className="grid gap-2 rounded-ctl border border-line-soft p-3">
          <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-2 phone:grid-cols-1">
            <Field label={`Question ${at + 1}`} error={errorOf(question.id, "label")}>
              <Input
                autoFocus={question.id === added}
                data-invalid={at === 0 && problem !== undefined && !wrong ? "" : undefined}
                value={question.label}
                onChange={({ target }) => change(question.id, { label: target.value })}
              />
            </Field>
            <Field label="Answer">
              <NativeSelect
                value={question.kind}
                onChange={({ target }) => {
                  const kind = target.value as Question["kind"];
                  change(question.id, { kind, ...(kind === "select" && { options: question.options ?? [] }) });
                }}
              >
                <option value="text">One line</option>
                <option value="textarea">Several lines</option>
                <option value="select">Dropdown</option>
              </NativeSelect>
            </Field>
          </div>
          {question.kind === "select" && (
            <Field label="Options" hint="Separate with commas." error={errorOf(question.id, "options")}>
              <Input
                defaultValue={question.options?.join(", ")}
                onChange={({ target }) =>
                  change(question.id, {
                    options: target.value
                      .split(",")
                      .map((option) => option.trim())
                      .filter(Boolean),
                  })
                }
              />
            </Field>
          )}
          <div className="flex items-center justify-between gap-2">
            <Checkbox
              label="Required"
              checked={question.required}
              onChange={({ target }) => change(question.id, { required: target.checked })}
            />
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onChange(questions.filter(({ id }) => id !== question.id))}
            >
              Remove<span className="sr-only"> question {at + 1}</span>
            </Button>
          </div>
        </div>
      ))}
      <FieldError id={undefined}>{wrong ? null : problem}</FieldError>
      {questions.length < 20 && (
        <Button
          size="sm"
          className="w-fit"
          onClick={() => {
            const id = crypto.randomUUID().slice(0, 8);
            setAdded(id);
            onChange([...questions, { id, label: "", kind: "text", required: false }]);
          }}
        >
          <Plus aria-hidden="true" /> Add question
        </Button>
      )}
    </fieldset>
  );
}
