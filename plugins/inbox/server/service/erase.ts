/** A member deleted their account: what they asked goes with its files; what they answered as the team stays, under no name. */
import type { Ctx, ErasedMember } from '@atrium/sdk/server'

export async function erase(ctx: Ctx, { memberId, emails }: ErasedMember): Promise<void> {
  const people = (
    await ctx.sql<{ id: number }>('select id from inbox.person where community_id = $1 and (member_id = $2 or lower(email) = any ($3::text[]))', [
      memberId,
      emails.map((email) => email.toLowerCase()),
    ])
  ).map(({ id }) => id)
  const files = await ctx.sql<{ id: number }>(
    `select distinct f.id from inbox.chat c join inbox.message m on m.community_id = $1 and m.chat_id = c.id
       join kernel.file_card f on f.community_id = $1 and f.id = any (m.file_ids) where c.community_id = $1 and c.person_id = any ($2::bigint[])`,
    [people],
  )
  for (const { id } of files) await ctx.files.remove(id)
  await ctx.sql('delete from inbox.person where community_id = $1 and id = any ($2::bigint[])', [people])
  await ctx.sql('update inbox.message set member_id = null where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('update inbox.chat set assignee_id = null where community_id = $1 and assignee_id = $2', [memberId])
  await ctx.sql('update inbox.rule set assignee_id = null where community_id = $1 and assignee_id = $2', [memberId])
  await ctx.sql('update inbox.team set member_ids = array_remove(member_ids, $2::bigint) where community_id = $1 and $2::bigint = any (member_ids)', [memberId])
}
