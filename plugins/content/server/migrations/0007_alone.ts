/** A comment can be hidden by itself, and then stays so when its author comes back. */
export const up = `
alter table content.comment add column withdrawn_alone boolean not null default false;
`
