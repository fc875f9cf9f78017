/** Short words, as single letters of Chinese are to the index, begin and end an excerpt too. */
export const up = `
create or replace function kernel.search_excerpts(p_community bigint, p_ask jsonb, p_keys jsonb)
returns table (kind text, record_id bigint, title text, excerpt text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_language regconfig := kernel.search_language(p_community);
  v_query tsquery := coalesce((kernel.search_query(p_community, p_ask, case when (p_ask ->> 'close')::boolean then 3 else 1 end, false)).query, ''::tsquery);
begin
  if p_community is distinct from nullif(current_setting('app.community_id', true), '')::bigint then
    raise exception 'a search outside the bound community' using errcode = '42501';
  end if;
  return query
  select d.kind, d.record_id,
    ts_headline(v_language, replace(replace(d.title, '[[', '['), ']]', ']'), v_query, 'StartSel=[[, StopSel=]], HighlightAll=true'),
    ts_headline(v_language, replace(replace(left(d.body, 20000), '[[', '['), ']]', ']'), v_query,
      'StartSel=[[, StopSel=]], MaxFragments=2, MaxWords=24, MinWords=8, ShortWord=0, FragmentDelimiter=" … "')
  from jsonb_to_recordset(p_keys) as k ("kind" text, "recordId" bigint)
  join kernel.search_document d on d.community_id = p_community and d.kind = k."kind" and d.record_id = k."recordId";
end $$;
`
