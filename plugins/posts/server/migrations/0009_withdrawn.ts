/** Posts of who was put out are hidden, and come back when they do. */
export const up = `
alter table posts.post add column withdrawn_at timestamptz;
`
