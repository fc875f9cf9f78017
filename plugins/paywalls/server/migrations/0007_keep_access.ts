/** Money that is given back ends what it paid for, unless whoever gives it back says otherwise. */
export const up = `
alter table paywalls.charge
  -- what it paid for stays open although it was given back
  add column keeps_access boolean not null default false;
`
