/** People may let their device decide between light and dark. */
export const up = `
alter table kernel.account drop constraint account_appearance_check;
alter table kernel.account add constraint account_appearance_check check (appearance in ('light', 'dark', 'system'));
`
