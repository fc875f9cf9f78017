/** API tokens are renewed with an overlap, and reach plugins one by one. A token that held `admin` could do everything, and still can. */
export const up = `
alter table kernel.api_token add column former_hash bytea unique, add column former_until timestamptz;
update kernel.api_token set scopes = '{read,write,admin}' where 'admin' = any (scopes);
update kernel.api_token set kind = 'admin_v2' where kind = 'admin';
alter table kernel.api_token alter column kind set default 'admin_v2';
`
