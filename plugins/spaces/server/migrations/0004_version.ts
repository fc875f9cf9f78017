/** Several people may change a space's settings: who saves over a newer version is told. */
export const up = `
alter table spaces.space add column version integer not null default 1;
alter table spaces.space add column version_by bigint;
`
