/** Providers of sign-in are the plugin's that talks to them; a session that began at one of a community's own is good in that community alone. */
export const up = `
alter table kernel.session add column held boolean not null default false;

insert into kernel.setting (community_id, plugin, value)
  select community_id, 'sso', jsonb_build_object('providers', value -> 'providers') from kernel.setting where plugin = 'auth' and value ? 'providers'
  on conflict do nothing;
update kernel.setting set value = value - 'providers' where plugin = 'auth';
`
