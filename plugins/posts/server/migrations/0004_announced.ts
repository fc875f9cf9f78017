/** A post that was out before is no news when it comes out again. */
export const up = `
alter table posts.post add column announced_at timestamptz;
`
