/** Messages of who was put out are hidden, and come back when they do. */
export const up = `
alter table chat.message add column withdrawn jsonb;
`
