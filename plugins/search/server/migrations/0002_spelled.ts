/** Old documents know no words inside of Chinese, Japanese or Thai sentences, nor parts of addresses: every community is written anew, once. */
export const up = `
insert into search.rebuild (community_id, member_id, total, started_at)
select c.id, m.id, d.total, clock_timestamp()
from kernel.community c
cross join lateral (select id from kernel.member where community_id = c.id and status = 'active' and 'admin' = any (roles) order by id limit 1) m
cross join lateral (select count(*)::int as total from kernel.search_document where community_id = c.id) d
where d.total > 0
on conflict do nothing;
`
