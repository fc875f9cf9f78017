/** What programs report by credentials that members mint themselves stands apart from what the package told, and counts where an editor has it count. */
export const up = `
alter table packages.package add column counts_programs boolean not null default false;
alter table packages.registration
  add column reported_status text check (reported_status in ('incomplete', 'completed')),
  add column reported_success text not null default 'unknown' check (reported_success in ('unknown', 'passed', 'failed')),
  add column reported_score int;
`
