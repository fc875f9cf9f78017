/** Full-text and typo-tolerant search behind one door; row-level security alone would keep PostgreSQL from its text indexes. */
export const up = `
-- Accents are dropped before stemming, in documents and queries alike.
create text search configuration kernel.english (copy = pg_catalog.english);
create text search configuration kernel.portuguese (copy = pg_catalog.portuguese);
create text search configuration kernel.simple (copy = pg_catalog.simple);
alter text search configuration kernel.english alter mapping for hword, hword_part, word with public.unaccent, english_stem;
alter text search configuration kernel.portuguese alter mapping for hword, hword_part, word with public.unaccent, portuguese_stem;
alter text search configuration kernel.simple alter mapping for hword, hword_part, word with public.unaccent, simple;

-- Reads the community's locale as the owner: the app role sees no row of kernel.community.
create function kernel.search_language(p_community bigint) returns regconfig
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when locale like 'en%' then 'kernel.english'
    when locale like 'pt%' then 'kernel.portuguese'
    else 'kernel.simple'
  end::regconfig
  from kernel.community where id = p_community
$$;

create function kernel.search_words(p_language regconfig, p_title text, p_body text) returns tsvector
language sql immutable set search_path = pg_catalog, pg_temp as $$
  -- a tsvector holds at most 1 MB
  select setweight(to_tsvector(p_language, left(p_title, 10000)), 'A') || setweight(to_tsvector(p_language, left(p_body, 200000)), 'B')
$$;

-- A community that changes its language is read anew.
create function kernel.search_relearn() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update kernel.search_document set words = kernel.search_words(kernel.search_language(new.id), title, body) where community_id = new.id;
  return null;
end $$;
create trigger search_relearn after update of locale on kernel.community
for each row when (old.locale is distinct from new.locale) execute function kernel.search_relearn();

-- Loads pg_trgm: only then may an owner that is no superuser name its setting, as the next function does.
select word_similarity('', '');

-- Runs as the owner, so the wall stands in its own text: the bound community, the spaces given, and nothing else.
-- Plans are made anew for each call: a general one is bad for a huge community.
create function kernel.search(p_community bigint, p_text text, p_kinds text[], p_spaces bigint[], p_limit int)
returns table (kind text, record_id bigint, space_id bigint, title text, path text, updated_at timestamptz, excerpt text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
set pg_trgm.word_similarity_threshold = 0.45 as $$
#variable_conflict use_column
declare
  v_language regconfig;
  v_terms text[];
  v_query tsquery;
begin
  if p_community is distinct from nullif(current_setting('app.community_id', true), '')::bigint then
    raise exception 'a search outside the bound community' using errcode = '42501';
  end if;
  v_language := kernel.search_language(p_community);
  select array_agg(term) into v_terms
  from (select term from regexp_split_to_table(lower(left(p_text, 400)), '[^[:alnum:]]+') with ordinality as t (term, at) where term <> '' order by at limit 12) as terms;
  if v_terms is null then return; end if;

  -- any of the words; the last one may be unfinished
  select to_tsquery(v_language, string_agg(quote_literal(term) || case when at = cardinality(v_terms) and length(term) > 2 then ':*' else '' end, ' | '))
  into v_query from unnest(v_terms) with ordinality as t (term, at);

  return query
  with exact as (
    select d.kind, d.record_id, 1 + ts_rank_cd(d.words, v_query) as score
    from kernel.search_document d
    where d.community_id = p_community and d.words @@ v_query
      and (p_kinds is null or d.kind = any (p_kinds)) and (d.space_id is null or d.space_id = any (p_spaces))
    order by score desc, d.updated_at desc limit p_limit
  ), near as (
    select d.kind, d.record_id, max(word_similarity(t.term, d.title))::double precision as score
    from unnest(v_terms) as t (term) join kernel.search_document d on t.term <% d.title
    where length(t.term) > 3 and d.community_id = p_community
      and (p_kinds is null or d.kind = any (p_kinds)) and (d.space_id is null or d.space_id = any (p_spaces))
    group by d.kind, d.record_id order by score desc limit p_limit
  ), best as (
    select kind, record_id, sum(score) as score from (select * from exact union all select * from near) as hits
    group by kind, record_id order by score desc limit p_limit
  )
  select d.kind, d.record_id, d.space_id, d.title, d.path, d.updated_at,
    ts_headline(v_language, replace(replace(left(d.body, 20000), '[[', '['), ']]', ']'), v_query,
      'StartSel=[[, StopSel=]], MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "')
  from best join kernel.search_document d on d.community_id = p_community and d.kind = best.kind and d.record_id = best.record_id
  order by best.score desc, d.updated_at desc;
end $$;
`
