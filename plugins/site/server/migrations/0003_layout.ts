/** A page may have a header, a footer or an announcement of its own in place of the site's, or none. */
export const up = `
alter table site.page add column layout jsonb;
`
