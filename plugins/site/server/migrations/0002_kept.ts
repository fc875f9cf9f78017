/** What was scheduled comes out as it was then; what was deleted can come back for a while, and its address is free meanwhile. */
export const up = `
alter table site.page add column scheduled_data jsonb;
alter table site.page add column scheduled_from timestamptz;
update site.page set scheduled_data = data, scheduled_from = updated_at where scheduled_at is not null;

alter table site.page add column deleted_at timestamptz;
alter table site.page add column deleted_live jsonb;
alter table site.page drop constraint page_community_id_slug_key;
create unique index page_slug on site.page (community_id, slug) where deleted_at is null;
create index page_deleted on site.page (community_id, deleted_at) where deleted_at is not null;
`
