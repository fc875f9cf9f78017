/** The weekly digest has one switch, which stands in the community's record. */
export const up = `
update kernel.community c set settings = c.settings || jsonb_build_object('weekly_digest_enabled', s.value -> 'weekly_digest')
  from kernel.setting s where s.community_id = c.id and s.plugin = 'notifications' and s.value ? 'weekly_digest';
update kernel.setting set value = value - 'weekly_digest' where plugin = 'notifications' and value ? 'weekly_digest';
`
