/** A post can be hidden by itself, and can wait for somebody to look at it before it comes out. */
export const up = `
alter table posts.post add column withdrawn_alone boolean not null default false, add column flagged_for_approval_at timestamptz;
`
