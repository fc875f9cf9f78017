/** The help widget as a place where agents answer, and which added texts may be said where visitors read along. */
export const up = `
alter table ai.source add column is_public boolean not null default false;
-- what anybody can open is no secret
update ai.source set is_public = true where kind = 'address';
alter table ai.agent alter column places set default '{"ask": true, "posts": false, "rooms": false, "widget": false}';
update ai.agent set places = '{"widget": false}' || places;
update ai.agent_version set state = jsonb_set(state, '{places}', '{"widget": false}' || (state -> 'places')) where state ? 'places';
`
