/** What packages and programs tell is kept as the text of JSON: in that stand all characters, also those that the database takes in no other form. */
export const up = `
alter table packages.state alter column data drop default, alter column data type text using data::text, alter column data set default '{}';
alter table packages.statement alter column statement type text using statement::text;
`
