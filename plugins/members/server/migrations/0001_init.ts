/** No tables: the order of the directory, and the search index of those who were members before this plugin came. */
export const up = `
create index members_alphabet on kernel.member (community_id, lower(name), id) where status = 'active';
create index members_joined on kernel.member (community_id, created_at) where status = 'active';

insert into kernel.search_document (community_id, kind, record_id, title, body, path, updated_at, words)
select m.community_id, 'member', m.id, m.name, t.body, '/u/' || m.public_uid, m.updated_at,
  kernel.search_words(kernel.search_language(m.community_id), m.name, t.body)
from kernel.member m, concat_ws(E'\\n', m.headline, m.location, m.bio) as t (body)
where m.status = 'active' on conflict do nothing;
`
