/** Who bears which tag, the latest given first. */
export const up = `
create index person_tag_list on audience.person_tag (community_id, id);
`
