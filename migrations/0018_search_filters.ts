/** Search by author, place, moment and what a record holds, quick at a million documents, and forgiving of typing errors by the words that are in use. */
export const up = `
create extension if not exists fuzzystrmatch;

alter table kernel.search_document
  add column author_member_id bigint,
  add column created_at timestamptz not null default now(),
  -- what it holds beside words: file, image, video, link
  add column has text[] not null default '{}',
  -- the record whose part it is, as post:7
  add column part_of text,
  -- when it was last written; what a rebuild has not written is left over
  add column put_at timestamptz not null default now();
update kernel.search_document set created_at = updated_at;
-- the newest come first: a word that stands in every second document is looked for there, and not in all
create index search_newest on kernel.search_document (community_id, created_at desc);
create index search_kind on kernel.search_document (community_id, kind, created_at desc);
create index search_space on kernel.search_document (community_id, space_id, created_at desc);
create index search_author on kernel.search_document (community_id, author_member_id, created_at desc);
create index search_parts on kernel.search_document (community_id, part_of) where part_of is not null;
drop index kernel.search_title;

create or replace view kernel.search_card with (security_invoker = true) as
  select community_id, kind, record_id, space_id, title, path, updated_at, author_member_id, created_at, has, part_of from kernel.search_document;

-- Words in use, for those who mistype them. Read by the functions below alone.
create table kernel.search_word (
  community_id bigint not null references kernel.community (id) on delete cascade,
  initial text collate "C" not null,
  length smallint not null,
  word text collate "C" not null,
  primary key (community_id, initial, length, word)
);

-- Words of the title stand in it twice, once as title:word, also those that a language leaves out: weights are not in the index, so that looking for them reads every document with the word.
create or replace function kernel.search_words(p_language regconfig, p_title text, p_body text) returns tsvector
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select setweight(t.words, 'A') || setweight(to_tsvector(p_language, left(p_body, 200000)), 'B')
    || array_to_tsvector(array(select 'title:' || lexeme from unnest(t.words || to_tsvector('kernel.simple', left(p_title, 1000)))))
  -- a file's name is one word to PostgreSQL, and several to whoever looks for it
  from (select to_tsvector(p_language, left(p_title, 1000) || case when p_title ~ '\\w[._/-]\\w' then ' ' || regexp_replace(left(p_title, 1000), '[._/-]+', ' ', 'g') else '' end)) as t (words)
$$;
update kernel.search_document set words = kernel.search_words(kernel.search_language(community_id), title, body);

create function kernel.search_learn(p_community bigint, p_text text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into kernel.search_word (community_id, initial, length, word)
  select p_community, left(w, 1), length(w), w from unnest(tsvector_to_array(to_tsvector('kernel.simple', left(p_text, 20000)))) as w
  where w ~ '^[[:alpha:]]{4,24}$'
    and not exists (select from kernel.search_word k where k.community_id = p_community and k.initial = left(w, 1) and k.length = length(w) and k.word = w)
  -- in one order, so that two who learn the same words wait for each other and not in a circle
  order by w on conflict do nothing
$$;
select kernel.search_learn(community_id, title || ' ' || body) from kernel.search_document;

-- Writes a document and those of its files; what a file says (its body) is written apart and stays.
create function kernel.search_put(p_community bigint, p jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_language regconfig := kernel.search_language(p_community);
  v_files bigint[] := array(select value::bigint from jsonb_array_elements_text(coalesce(p -> 'fileIds', '[]')));
  v_part text := (p ->> 'kind') || ':' || (p ->> 'recordId');
  v_created timestamptz := coalesce(p ->> 'createdAt', p ->> 'updatedAt')::timestamptz;
begin
  perform kernel.stay_in(p_community);
  insert into kernel.search_document (community_id, kind, record_id, space_id, author_member_id, title, body, path, has, created_at, updated_at, put_at, words)
  values (p_community, p ->> 'kind', (p ->> 'recordId')::bigint, (p ->> 'spaceId')::bigint, (p ->> 'authorMemberId')::bigint, p ->> 'title', p ->> 'body', p ->> 'path',
    array(select jsonb_array_elements_text(coalesce(p -> 'has', '[]'))), v_created, (p ->> 'updatedAt')::timestamptz, clock_timestamp(),
    kernel.search_words(v_language, p ->> 'title', p ->> 'body'))
  on conflict (community_id, kind, record_id) do update set space_id = excluded.space_id, author_member_id = excluded.author_member_id, title = excluded.title,
    body = excluded.body, path = excluded.path, has = excluded.has, created_at = excluded.created_at, updated_at = excluded.updated_at, put_at = excluded.put_at,
    words = excluded.words;
  perform kernel.search_learn(p_community, (p ->> 'title') || ' ' || (p ->> 'body'));
  delete from kernel.search_document where community_id = p_community and part_of = v_part and record_id <> all (v_files);
  if cardinality(v_files) > 0 then
    insert into kernel.search_document (community_id, kind, record_id, space_id, author_member_id, title, body, path, has, part_of, created_at, updated_at, put_at, words)
    select p_community, 'file', f.id, (p ->> 'spaceId')::bigint, f.member_id, f.filename, '', p ->> 'path', '{file}', v_part, f.created_at, f.created_at, clock_timestamp(),
      kernel.search_words(v_language, f.filename, '')
    from kernel.file f where f.community_id = p_community and f.id = any (v_files) and f.status = 'ready'
    on conflict (community_id, kind, record_id) do update set space_id = excluded.space_id, path = excluded.path, part_of = excluded.part_of, put_at = excluded.put_at;
    perform kernel.search_learn(p_community, regexp_replace(string_agg(filename, ' '), '[^[:alnum:]]+', ' ', 'g'))
    from kernel.file where community_id = p_community and id = any (v_files);
  end if;
end $$;

create function kernel.search_describe(p_community bigint, p_kind text, p_record bigint, p_body text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform kernel.stay_in(p_community);
  update kernel.search_document set body = p_body, words = kernel.search_words(kernel.search_language(p_community), title, p_body)
  where community_id = p_community and kind = p_kind and record_id = p_record;
  perform kernel.search_learn(p_community, p_body);
end $$;

-- Words that differ from this one by a letter or two, by two that changed places, or in their ending; the nearest first.
create function kernel.search_close(p_community bigint, p_term text) returns text[]
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select word from (
      select k.word, case when l.away = 2 and k.length = length(p_term) and (select string_agg(c, '' order by c) from regexp_split_to_table(k.word, '') c)
          = (select string_agg(c, '' order by c) from regexp_split_to_table(p_term, '') c) then 1 else l.away end as away
      from kernel.search_word k, levenshtein_less_equal(k.word, p_term, 3) as l (away)
      where k.community_id = p_community and k.initial in (left(p_term, 1), substr(p_term, 2, 1)) and k.length between length(p_term) - 2 and length(p_term) + 2
    ) as near
    where away <= case when length(p_term) < 4 then 0 when length(p_term) < 7 then 1 else 2 end or (away = 3 and length(p_term) > 6 and left(word, 5) = left(p_term, 5))
    order by away, word limit 5)
$$;

create function kernel.search_terms(p_text text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array(select term from regexp_split_to_table(lower(left(p_text, 500)), '[^[:alnum:]]+') with ordinality as t (term, at) where term <> '' order by at limit 12)
$$;

-- Words that stand in one of a hundred documents or more, of which the newest are looked through: to fetch all of them takes seconds.
create function kernel.search_common() returns text[]
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(word), '{}') from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as t (word, share)
  where schemaname = 'kernel' and tablename = 'search_document' and attname = 'words' and word is not null and share >= 0.01
$$;

-- 1: all of the words, the last one may be unfinished. 2: the same, or words like them. 3: any of them. Null where there is none to look for.
create function kernel.search_query(p_community bigint, p_ask jsonb, p_try int, p_title boolean, out query tsquery, out is_common boolean)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_language regconfig := kernel.search_language(p_community);
  v_terms text[] := kernel.search_terms(p_ask ->> 'text');
  v_all text[] := kernel.search_common();
  v_part tsquery;
  v_common boolean;
  v_text text;
begin
  for v_at in 1 .. cardinality(v_terms) loop
    v_text := quote_literal(v_terms[v_at]) || case when v_at = cardinality(v_terms) and length(v_terms[v_at]) > 1 then ':*' else '' end;
    if p_try > 1 then
      v_text := v_text || coalesce((select string_agg(' | ' || quote_literal(word), '') from unnest(kernel.search_close(p_community, public.unaccent(v_terms[v_at]))) as word), '');
    end if;
    v_part := to_tsquery(v_language, v_text);
    if p_title then
      v_part := regexp_replace(v_part::text, '''([^'']+)''', '''title:\\1''', 'g')::tsquery;
    end if;
    if numnode(v_part) = 0 then continue; end if;
    v_common := exists (select from regexp_matches(v_part::text, '''([^'']+)''(:\\*)?', 'g') as m, unnest(v_all) as word
      where word = m[1] or (m[2] is not null and starts_with(word, m[1])));
    is_common := case when query is null then v_common when p_try = 3 then is_common or v_common else is_common and v_common end;
    query := case when query is null then v_part when p_try = 3 then query || v_part else query && v_part end;
  end loop;
  if query is null and cardinality(v_terms) > 0 then
    -- words that say nothing in a text may be somebody's name: Will
    query := (select string_agg(quote_literal('title:' || public.unaccent(term)) || case when at = cardinality(v_terms) then ':*' else '' end, ' & ')
      from unnest(v_terms) with ordinality as t (term, at))::tsquery;
    is_common := exists (select from unnest(v_all) as word where starts_with(word, 'title:' || public.unaccent(v_terms[cardinality(v_terms)])));
  end if;
  for v_text in select jsonb_array_elements_text(coalesce(p_ask -> 'phrases', '[]')) loop
    v_part := phraseto_tsquery(v_language, v_text);
    if p_title or numnode(v_part) = 0 then continue; end if;
    v_common := not exists (select from regexp_matches(v_part::text, '''([^'']+)''', 'g') as m where m[1] <> all (v_all));
    is_common := coalesce(is_common, true) and v_common;
    query := case when query is null then v_part else query && v_part end;
  end loop;
end $$;

drop function kernel.search(bigint, text, text[], bigint[], int);
-- Runs as the owner, so the wall stands in its own text: the bound community, the spaces given, and nothing else.
-- Plans are made anew for each call: a general one is bad for a huge community. Rare words are fetched by their index and sorted; of common ones
-- the newest 10,000 documents of each kind are walked through, and only where that does not fill the list they are fetched too.
create function kernel.search(p_community bigint, p_ask jsonb)
returns table (kind text, record_id bigint, space_id bigint, author_member_id bigint, title text, path text, created_at timestamptz, updated_at timestamptz, is_close boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  c_walk constant int := 10000;
  v_language regconfig := kernel.search_language(p_community);
  v_kinds text[] := case when p_ask ? 'kinds' then array(select jsonb_array_elements_text(p_ask -> 'kinds')) end;
  v_spaces bigint[] := array(select value::bigint from jsonb_array_elements_text(p_ask -> 'spaceIds'));
  v_spaceless boolean := coalesce((p_ask ->> 'spaceless')::boolean, true);
  v_authors bigint[] := case when p_ask ? 'authorIds' then array(select value::bigint from jsonb_array_elements_text(p_ask -> 'authorIds')) end;
  v_has text[] := case when p_ask ? 'has' then array(select jsonb_array_elements_text(p_ask -> 'has')) end;
  v_since timestamptz := (p_ask ->> 'since')::timestamptz;
  v_until timestamptz := (p_ask ->> 'until')::timestamptz;
  v_limit int := (p_ask ->> 'limit')::int;
  v_newest boolean := coalesce(p_ask ->> 'sort', '') = 'newest';
  v_phrases boolean := coalesce(jsonb_array_length(p_ask -> 'phrases'), 0) > 0;
  -- $1 to $9 of what is put together here
  v_filter text := 'd.community_id = $1 and (($2 and d.space_id is null) or d.space_id = any ($3))'
    || case when p_ask ? 'authorIds' then ' and d.author_member_id = any ($5)' else '' end
    || case when p_ask ? 'has' then ' and d.has @> $6' else '' end || case when p_ask ? 'since' then ' and d.created_at >= $7' else '' end
    || case when p_ask ? 'until' then ' and d.created_at < $8' else '' end;
  v_not tsquery;
  v_words record;
  v_titles record;
  v_kinds_found text[];
  v_ids bigint[];
  v_more_kinds text[];
  v_more_ids bigint[];
  v_count int;
  v_whole boolean;
  v_walked text;
  v_text text;
begin
  if p_community is distinct from nullif(current_setting('app.community_id', true), '')::bigint then
    raise exception 'a search outside the bound community' using errcode = '42501';
  end if;
  for v_text in select jsonb_array_elements_text(coalesce(p_ask -> 'without', '[]')) loop
    if numnode(phraseto_tsquery(v_language, v_text)) > 0 then
      v_not := coalesce(v_not || phraseto_tsquery(v_language, v_text), phraseto_tsquery(v_language, v_text));
    end if;
  end loop;
  if v_not is not null then v_filter := v_filter || ' and not ts_match_vq(d.words, $9)'; end if;
  v_walked := v_filter;
  if v_kinds is not null then
    v_filter := v_filter || ' and d.kind = any ($4)';
    v_walked := v_walked || ' and d.kind = k.kind';
  end if;

  for v_try in 1 .. 3 loop
    v_words := kernel.search_query(p_community, p_ask, v_try, false);
    v_titles := kernel.search_query(p_community, p_ask, v_try, true);
    -- without a word, filters alone name what is wanted
    if v_words.query is null and (v_try > 1 or v_phrases or btrim(p_ask ->> 'text') <> ''
      or (v_authors is null and v_has is null and v_since is null and v_until is null and v_spaceless)) then return; end if;
    v_whole := false;
    v_more_kinds := '{}';
    v_more_ids := '{}';
    if v_words.query is null then
      execute 'select array_agg(kind), array_agg(record_id) from (select d.kind, d.record_id from kernel.search_document d where ' || v_filter || ' order by d.created_at desc limit $10) m'
        into v_kinds_found, v_ids using p_community, v_spaceless, v_spaces, v_kinds, v_authors, v_has, v_since, v_until, v_not, v_limit;
    else
      if v_words.is_common then
        -- as a function, so that its index is not for it
        execute 'select array_agg(m.kind), array_agg(m.record_id), count(*) from unnest(coalesce($4, array[null])) as k (kind) cross join lateral (select kind, record_id from
            (select d.kind, d.record_id, d.words, d.created_at from kernel.search_document d where ' || v_walked || ' order by d.created_at desc limit $12) n
            where ts_match_vq(n.words, $11) limit $10) m'
          into v_kinds_found, v_ids, v_count using p_community, v_spaceless, v_spaces, v_kinds, v_authors, v_has, v_since, v_until, v_not, v_limit, v_words.query, c_walk;
        v_whole := v_count >= v_limit or v_phrases;
        if not v_whole then
          execute 'select not exists (select from unnest(coalesce($4, array[null])) as k (kind) cross join lateral (select from kernel.search_document d where '
            || v_walked || ' offset $10 limit 1) m)'
            into v_whole using p_community, v_spaceless, v_spaces, v_kinds, v_authors, v_has, v_since, v_until, v_not, c_walk;
        end if;
      end if;
      if not v_whole then
        -- the offset keeps the planner from walking for a word that it takes for common
        execute 'select array_agg(kind), array_agg(record_id) from (select kind, record_id from (select d.kind, d.record_id, d.created_at from kernel.search_document d where d.words @@ $11 and '
          || v_filter || ' offset 0) n order by created_at desc limit $10) m'
          into v_kinds_found, v_ids using p_community, v_spaceless, v_spaces, v_kinds, v_authors, v_has, v_since, v_until, v_not, v_limit, v_words.query;
      end if;
      -- those that are called so, however old
      if cardinality(v_ids) >= v_limit and not v_newest and v_titles.query is not null and not v_titles.is_common then
        execute 'select array_agg(kind), array_agg(record_id) from (select kind, record_id from (select d.kind, d.record_id, d.created_at from kernel.search_document d where d.words @@ $11 and '
          || v_filter || ' offset 0) n order by created_at desc limit 50) m'
          into v_more_kinds, v_more_ids using p_community, v_spaceless, v_spaces, v_kinds, v_authors, v_has, v_since, v_until, v_not, v_limit, v_titles.query && v_words.query;
      end if;
    end if;
    return query
    select d.kind, d.record_id, d.space_id, d.author_member_id, d.title, d.path, d.created_at, d.updated_at, v_try > 1
    from (select * from unnest(v_kinds_found, v_ids) union select * from unnest(v_more_kinds, v_more_ids)) as c (kind, record_id)
    join kernel.search_document d on d.community_id = p_community and d.kind = c.kind and d.record_id = c.record_id
    order by case when v_newest or v_words.query is null then 0
        else least(ts_rank_cd(d.words, v_words.query, 1), 1) + case when ts_match_vq(d.words, v_titles.query) then 1 else 0 end
          + case when lower(d.title) = lower(btrim(p_ask ->> 'text')) then 1 else 0 end
          + 0.3 * exp(-greatest(extract(epoch from now() - d.created_at)::float8, 0) / 15552000) end desc, d.created_at desc
    limit v_limit;
    if found or v_words.query is null then return; end if;
  end loop;
end $$;

-- Titles and bodies round the found words, of those few that are shown.
create function kernel.search_excerpts(p_community bigint, p_ask jsonb, p_keys jsonb)
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
      'StartSel=[[, StopSel=]], MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "')
  from jsonb_to_recordset(p_keys) as k ("kind" text, "recordId" bigint)
  join kernel.search_document d on d.community_id = p_community and d.kind = k."kind" and d.record_id = k."recordId";
end $$;
`

export const walledTables = ['search_word']
