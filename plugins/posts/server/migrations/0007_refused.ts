/** The values of the sentence with which a post was refused, so that each reader has it in their language. */
export const up = `
alter table posts.bulk_item add column error_values jsonb;
`
