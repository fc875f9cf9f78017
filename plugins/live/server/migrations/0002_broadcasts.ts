/** How each listener of a stream is reached: by a link of their own, or by the broadcast. */
export const up = `
alter table live.participant add column media text not null default 'room' check (media in ('room', 'hls'));
`
