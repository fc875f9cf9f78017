/** Paying begins with an order: whatever was chosen stands in it beside what was worked out from it, and nothing else is read afterwards. */
export const up = `
alter table paywalls.checkout rename column quote to ordered;
update paywalls.checkout c set ordered = jsonb_build_object('once', 0, 'each', c.ordered -> 'unit', 'later', '[]'::jsonb, 'behavior', 'inclusive', 'trialDays', coalesce(c.trial_days, 0)) || c.ordered
  || jsonb_build_object(
    'priceId', c.price_id,
    'kind', case when c.gift is null then x.price_type else 'onetime' end,
    'interval', x.interval,
    'intervalCount', x.interval_count,
    'installmentsCount', x.installments_count,
    'trialNeedsMethod', x.trial_requires_card,
    'coupon', (select jsonb_build_object('id', k.id, 'code', k.code, 'kind', k.kind, 'percentOff', k.percent_off, 'amountOff', c.ordered -> 'off', 'duration', k.duration, 'months', k.duration_in_months)
      from paywalls.coupon k where k.id = c.coupon_id),
    'gift', c.gift,
    'country', c.country,
    'taxId', c.tax_id)
from paywalls.price x where x.id = c.price_id and c.ordered is not null;
`
