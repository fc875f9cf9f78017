/** Whoever reads the rows of private calendars opens none: found by the hash, shown again because it is sealed. Addresses from before are made anew. */
export const up = `
delete from events.feed;
drop index events.feed_token;
alter table events.feed drop column token;
alter table events.feed add column token_hash text not null;
alter table events.feed add column token_sealed text not null;
create unique index feed_token on events.feed (community_id, token_hash);
`
