/** An event says what acted in somebody's stead and so led to it: whoever acts by itself ends its own circles by that. */
export const up = `
alter table kernel.event add column origin text;
`
