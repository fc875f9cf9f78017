/** What a member has unread: whether there is anything, which marks the community in the switcher, and how much where. */
import { type Ctx, statement } from '@atrium/sdk/server'

const UNREAD = `from spaces.space_member m join spaces.space s on s.community_id = $1 and s.id = m.space_id
     where m.community_id = $1 and m.member_id = $2 and m.status = 'active' and s.sequence > m.read_mark and not s.is_draft`
/** $2 member. The member's rows of `space_member_reach`, each with its space by primary key, until the first that is ahead of its mark. */
const unreadRead = statement<{ found: boolean }>('spaces.any_unread', `select exists (select ${UNREAD}) as found`)
/** $2 member. The same rows, all of them. */
export const unreadCounts = statement<{ id: number; count: number }>('spaces.unread_counts', `select s.id, s.sequence - m.read_mark as count ${UNREAD}`)
export const hasUnread = async (ctx: Ctx): Promise<boolean> => ctx.member !== null && (await ctx.read(unreadRead, [ctx.member.id]))[0]!.found
