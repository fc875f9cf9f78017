/** What the index holds, in the order in which it was written: for those who read on from where they stopped, as knowledge for answers does. */
export const up = `
create index search_put on kernel.search_document (community_id, put_at, kind, record_id);
create view kernel.search_text with (security_invoker = true) as
  select community_id, kind, record_id, space_id, author_member_id, title, body, path, updated_at, put_at from kernel.search_document;

create or replace function kernel.search_describe(p_community bigint, p_kind text, p_record bigint, p_body text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform kernel.stay_in(p_community);
  update kernel.search_document set body = p_body, words = kernel.search_words(kernel.search_language(p_community), title, p_body), put_at = clock_timestamp()
  where community_id = p_community and kind = p_kind and record_id = p_record;
  perform kernel.search_learn(p_community, p_body);
end $$;
`
