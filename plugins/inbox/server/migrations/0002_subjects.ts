/** Conversations are found by their subjects too: what a list shows in bold is what is searched for first. */
export const up = `
-- no space holds it: the column is that of kernel.text_matching
alter table inbox.chat add column space_id bigint generated always as (null::bigint) stored,
  add column words tsvector generated always as (to_tsvector('simple', subject)) stored;
create index chat_words on inbox.chat using gin (words);
`
