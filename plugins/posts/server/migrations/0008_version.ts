/** Several people may edit a post: who saves over a newer version is told. */
export const up = `
alter table posts.post add column version integer not null default 1;
alter table posts.post add column version_by bigint;
`
