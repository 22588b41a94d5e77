/** Spec §9. */
const MIN_PASSWORD_LENGTH = 6;

export type PasswordProblem = "too-short" | "mismatch" | "unconfirmed";

/** The rules of spec §5 for a new password and its confirmation, with each problem on its own field. An empty form has both. */
export function passwordProblems(password: string, confirmation: string): PasswordProblem[] {
  const problems: PasswordProblem[] = [];
  if ([...password].length < MIN_PASSWORD_LENGTH) problems.push("too-short");
  if (password !== confirmation) problems.push("mismatch");
  else if (confirmation === "") problems.push("unconfirmed");
  return problems;
}

/** 0 nothing, 1 weak, 2 fair, 3 good, 4 strong. It is only a hint and refuses nothing. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Rates by length first, then by variety. Repeats and runs such as 'aaaa' or '1234' count as one character. */
export function passwordStrength(password: string): PasswordStrength {
  const length = effectiveLength(password);
  if (length === 0) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const score = length + (kinds - 1) * 2;
  if ([...password].length < MIN_PASSWORD_LENGTH || score < 8) return 1;
  if (score < 13) return 2;
  return score < 17 ? 3 : 4;
}

function effectiveLength(password: string): number {
  const points = [...password].map((character) => character.codePointAt(0) ?? 0);
  return points.filter((point, index) => index === 0 || Math.abs(point - (points[index - 1] ?? 0)) > 1).length;
}
