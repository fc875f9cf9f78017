/** Of a member of long ago an affiliate brings a sale, and not all that they pay. */
export const up = `
alter table affiliates.referral add column sale_only boolean not null default false;
`
