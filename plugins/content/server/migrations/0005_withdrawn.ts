/** Comments of who was put out are hidden, and come back when they do. */
export const up = `
alter table content.comment add column withdrawn jsonb;
`
