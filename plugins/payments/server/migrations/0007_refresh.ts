/** What waits to be fetched is called as others call it: the refresh queue. */
export const up = `
alter table payments.bell rename to refresh;
alter table payments.refresh rename column rung to asked;
alter table payments.refresh rename constraint bell_community_id_fkey to refresh_community_id_fkey;
alter sequence payments.bell_id_seq rename to refresh_id_seq;
alter index payments.bell_pkey rename to refresh_pkey;
alter index payments.bell_community_id_kind_object_id_key rename to refresh_community_id_kind_object_id_key;
alter index payments.bell_due rename to refresh_due;
`
