/** How a purchase is taxed is kept with it, so that another price is taxed as the first one was. */
export const up = `
alter table paywalls.purchase
  add column tax_behavior text not null default 'inclusive' check (tax_behavior in ('exclusive', 'inclusive')),
  -- what prices that include tax had included, where none is owed
  add column tax_included int not null default 0,
  add column reverse_charge boolean not null default false;
update paywalls.purchase u set tax_behavior = c.ordered ->> 'behavior', reverse_charge = (c.ordered ->> 'reverseCharge')::boolean,
  -- what was taken off the price when it was bought
  tax_included = case when c.ordered ->> 'behavior' = 'inclusive' and (c.ordered ->> 'reverseCharge')::boolean and (c.ordered ->> 'each')::bigint between 1 and x.amount
    and jsonb_array_length(x.regions) = 0 and not x.is_custom_amount and x.price_type <> 'installments' then round(x.amount * 10000.0 / (c.ordered ->> 'each')::bigint) - 10000 else 0 end
from paywalls.checkout c join paywalls.price x on x.community_id = c.community_id and x.id = (c.ordered ->> 'priceId')::bigint
where c.community_id = u.community_id and c.uid = u.checkout_uid and c.ordered is not null;
update paywalls.checkout set ordered = ordered || '{"taxIncluded": 0}' where ordered is not null;
`
