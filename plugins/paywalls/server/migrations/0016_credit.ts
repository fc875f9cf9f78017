/** What was paid pays for another price in advance, from one moment until another. */
export const up = `
alter table paywalls.purchase add column credit bigint not null default 0, add column credit_from timestamptz, add column credit_until timestamptz;
`
