/** Questions that an agent offers first, and the spaces in which an answer would stand: those that the nearest passages come from. */
export const up = `
alter table ai.agent add column starters text[] not null default '{}';
update ai.agent_version set state = '{"starters": []}' || state;
alter table ai.message add column near_space_ids bigint[] not null default '{}';
`
