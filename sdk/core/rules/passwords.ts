/** What a password must have. */

export type PasswordProblem = 'too_short' | 'has_space' | 'no_digit' | 'no_uppercase' | 'no_symbol'

/** What a new password lacks, as keys for words; empty when it may be used. */
export function passwordProblems(text: string): PasswordProblem[] {
  const problems: [PasswordProblem, boolean][] = [
    ['too_short', [...text].length < 6],
    ['has_space', /\s/.test(text)],
    ['no_digit', !/\d/.test(text)],
    ['no_uppercase', !/\p{Lu}/u.test(text)],
    ['no_symbol', !/[^\p{L}\p{N}\p{M}_\s]/u.test(text)],
  ]
  return problems.filter(([, found]) => found).map(([key]) => key)
}
