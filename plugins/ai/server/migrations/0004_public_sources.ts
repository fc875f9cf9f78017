/** Which added texts may be said where visitors read along. */
export const up = `
alter table ai.source add column is_public boolean not null default false;
-- what anybody can open is no secret
update ai.source set is_public = true where kind = 'address';
`
