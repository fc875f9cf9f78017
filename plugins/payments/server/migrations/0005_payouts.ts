/** Payouts have a state that is handed out like any other. */
export const up = `
alter table payments.snapshot drop constraint snapshot_kind_check;
alter table payments.snapshot add constraint snapshot_kind_check check (kind in ('checkout', 'subscription', 'charge', 'account', 'payout'));
`
