/** A name goes from the words in use with its member, or with the name. */
export const up = `
create function kernel.search_forget() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from kernel.search_word k using unnest(tsvector_to_array(to_tsvector('kernel.simple', old.title))) as w
  where k.community_id = old.community_id and k.initial = left(w, 1) and k.length = length(w) and k.word = w;
  return null;
end $$;
create trigger search_left after delete on kernel.search_document for each row when (old.kind = 'member') execute function kernel.search_forget();
create trigger search_renamed after update of title on kernel.search_document for each row
when (old.kind = 'member' and old.title <> new.title) execute function kernel.search_forget();
`
