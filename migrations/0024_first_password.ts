/** The password that the first start made, sealed, until somebody has signed in with it: a start that is ended may not have shown it. */
export const up = `
alter table kernel.installation add column first_password bytea;
`
