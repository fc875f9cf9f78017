/** What was sold by the test provider is told apart in the ledger, so that reports of the live time leave it out. */
export const up = `
alter table paywalls.entry add column is_test boolean not null default false;
alter table paywalls.entry_day add column is_test boolean not null default false;
alter table paywalls.entry disable trigger entry_stays;
update paywalls.entry e set is_test = true from paywalls.purchase u where u.community_id = e.community_id and u.id = e.purchase_id and u.provider = 'test';
alter table paywalls.entry enable trigger entry_stays;
delete from paywalls.entry_day;
alter table paywalls.entry_day drop constraint entry_day_community_id_currency_account_day_kind_price_id_c_key;
alter table paywalls.entry_day add constraint entry_day_sum unique (community_id, currency, account, day, kind, price_id, cohort, is_test);
insert into paywalls.entry_day (community_id, day, currency, account, kind, price_id, cohort, is_test, amount, count)
select community_id, day, currency, account, kind, coalesce(price_id, 0), coalesce(cohort, '1970-01-01'), is_test, sum(amount), sum(count) from paywalls.entry group by 1, 2, 3, 4, 5, 6, 7, 8;
create or replace function paywalls.entry_balances() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by posting, currency having sum(amount) <> 0) then
    raise exception 'a posting of the ledger does not balance' using errcode = 'check_violation';
  end if;
  insert into paywalls.entry_day as d (community_id, day, currency, account, kind, price_id, cohort, is_test, amount, count)
  select community_id, day, currency, account, kind, coalesce(price_id, 0), coalesce(cohort, '1970-01-01'), is_test, sum(amount), sum(count) from fresh
  group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 3, 4, 2, 5, 6, 7, 8
  on conflict (community_id, currency, account, day, kind, price_id, cohort, is_test)
    do update set amount = d.amount + excluded.amount, count = d.count + excluded.count, updated_at = now();
  return null;
end $$;
create index purchase_test on paywalls.purchase (community_id, id) where provider = 'test';
`
