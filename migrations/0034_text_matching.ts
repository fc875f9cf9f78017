/** Rows of a table by their texts: under row-level security no index of texts is used, so the owner asks it, and keeps to the community. */
export const up = `
-- p_table: a walled table with the columns words (tsvector) and space_id. Ids of what stands in no space or in one of these, the best first.
create function kernel.text_matching(p_community bigint, p_table regclass, p_query tsquery, p_spaces bigint[], p_most int) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform kernel.stay_in(p_community);
  if not exists (select from pg_policy where polrelid = p_table and polname = 'community') then
    raise exception '% is no walled table', p_table;
  end if;
  return query execute format(
    'select id from %s where community_id = $1 and words @@ $2 and (space_id is null or space_id = any ($3)) order by ts_rank_cd(words, $2, 1) desc limit $4', p_table
  ) using p_community, p_query, p_spaces, p_most;
end $$;
`
