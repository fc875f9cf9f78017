/** Until when a purchase is paid: moved by payments alone, whatever period the provider is in. */
export const up = `
alter table paywalls.purchase
  -- end of the last period that a payment covers, or that was given
  add column paid_until timestamptz;
update paywalls.purchase u set paid_until = p.at + coalesce(u.interval_count, 1) * case u.interval when 'daily' then interval '1 day' when 'weekly' then interval '7 days'
    when 'monthly' then interval '1 month' else interval '1 year' end
from (select purchase_id, max(paid_at) as at from paywalls.charge where paid_at is not null group by 1) p where p.purchase_id = u.id and u.interval is not null and u.kind <> 'onetime';
`
