/** Tags beside names: public ones where they are to be shown, all of them for who may manage people. */
import type { MemberMark, MemberMarks } from '../../../members/contract.ts'

export const marks: MemberMarks = {
  async of(ctx, memberIds) {
    const rows = await ctx.sql<MemberMark & { member_id: number }>(
      `select p.member_id, t.id, t.name, t.color, t.text_color, t.emoji, t.display_format, t.is_public from audience.person p
       join audience.person_tag pt on pt.community_id = $1 and pt.person_id = p.id join audience.tag t on t.community_id = $1 and t.id = pt.tag_id
       where p.community_id = $1 and p.member_id = any ($2::bigint[]) and (t.is_public or $3) order by lower(t.name)`,
      [memberIds, ctx.can('members.manage')],
    )
    return new Map([...Map.groupBy(rows, ({ member_id }) => member_id)].map(([id, some]) => [id, some.map(({ member_id: _, ...mark }) => mark)]))
  },
}
