/** What happens to members is told by the kernel's contract `membership`; `members` is the directory's. Events under way keep their readers. */
export const up = `
update kernel.event set plugin = 'membership' where plugin = 'members' and name in ('member.joined', 'member.updated', 'member.left');
`
