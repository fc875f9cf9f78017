/** Conversations beside something of another plugin, such as a call. */
export const up = `
alter table chat.room drop constraint room_kind_check;
alter table chat.room add constraint room_kind_check check (kind in ('direct', 'group_chat', 'space', 'embedded'));
`
