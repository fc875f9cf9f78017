/** A checkout that was begun without an account is the browser's that began it. */
export const up = `
alter table paywalls.checkout add column key_hash text;
`
