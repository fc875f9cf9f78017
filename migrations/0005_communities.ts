/** The public list of communities is read by this index. */
export const up = `
create index community_listed on kernel.community (lower(name), id) where not is_private and (settings -> 'discover' ->> 'listed')::boolean;
`
