/** What the processor has paid out is in the bank. */
export const up = `
alter table paywalls.entry drop constraint entry_account_check;
alter table paywalls.entry add constraint entry_account_check
  check (account in ('processor', 'revenue', 'tax', 'refunds', 'fees', 'disputes', 'bank', 'recurring', 'recurring_contra'));
`
