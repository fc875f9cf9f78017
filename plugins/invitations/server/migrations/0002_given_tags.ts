/** Which tags a row of an import gave, so that its undo takes back those and no others. */
export const up = `
alter table invitations.import_row add column tag_ids jsonb;
`
