/** Which secret a database is used with, as a keyed hash: another one would sign in nobody who has a second factor. */
export const up = `
alter table kernel.installation add column secret_mark text;
`
