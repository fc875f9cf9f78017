/** Files hold what was made of them, streams and previews; those bytes count as theirs. */
export const up = `
alter table kernel.file add column derived_bytes bigint not null default 0;
`
