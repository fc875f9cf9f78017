/** Places of what is sold to so many at most are held from the moment at which paying begins: how many are, is read with each paywall. */
export const up = `
create index checkout_started on paywalls.checkout (community_id, paywall_id) where status = 'started';
create index checkout_extra on paywalls.checkout (community_id, ((ordered #>> '{bump,paywallId}')::bigint)) where status = 'started' and ordered #>> '{bump,paywallId}' is not null;
create index purchase_untaken on paywalls.purchase (community_id, paywall_id) where is_gift and status = 'active' and not is_open;
`
