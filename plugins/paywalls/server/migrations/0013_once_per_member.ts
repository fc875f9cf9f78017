/** A coupon is for one purchase of each person, unless its seller says otherwise. */
export const up = `
alter table paywalls.coupon add column once_per_member boolean not null default true;
insert into paywalls.once (community_id, what, checkout_uid, member_id, mailbox)
select u.community_id, 'coupon:' || u.coupon_id, c.uid, u.member_id,
  case when lower(c.email) ~ '@(gmail|googlemail)[.]com$' then replace(m.bare, '.', '') || '@gmail.com' else m.bare || '@' || split_part(lower(c.email), '@', 2) end
from paywalls.purchase u join paywalls.checkout c on c.community_id = u.community_id and c.uid = u.checkout_uid
cross join lateral (select split_part(split_part(lower(c.email), '@', 1), '+', 1) as bare) m
where u.coupon_id is not null and c.coupon_id = u.coupon_id order by u.id
on conflict do nothing;
`
