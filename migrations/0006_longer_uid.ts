/** Eight hexadecimal digits meet their like among a hundred thousand members; sixteen do not among ten million. */
export const up = `
alter table kernel.member alter column public_uid set default substr(replace(gen_random_uuid()::text, '-', ''), 1, 16);
`
