/** A member deleted their account: where they were and how they found it goes; what they asked and answered stays, under no name. */
import { addTo, type Ctx, type ErasedMember } from '@atrium/sdk/server'
import { QuestionTable } from '../entities.ts'
import { eraseRoom, holdRoom } from './rooms.ts'

export async function erase(ctx: Ctx, { memberId }: ErasedMember): Promise<void> {
  // rooms that never opened were theirs alone, where nobody helps and no date waits for them
  const unopened = await ctx.sql<{ id: number }>(
    `select r.id from live.room r where r.community_id = $1 and r.author_member_id = $2 and r.run = 0 and r.status = 'backstage' and r.occurrence_id is null
       and not exists (select from live.staff s where s.community_id = $1 and s.room_id = r.id and s.member_id <> $2) order by r.id`,
    [memberId],
  )
  for (const { id } of unopened) await eraseRoom(ctx, await holdRoom(ctx, id))
  const places = await ctx.sql<{ room_id: number }>(
    'select distinct room_id from live.participant where community_id = $1 and member_id = $2 order by room_id',
    [memberId],
  )
  for (const { room_id } of places) {
    await holdRoom(ctx, room_id)
    const gone = await ctx.sql<{ status: string }>(
      'delete from live.participant where community_id = $1 and room_id = $2 and member_id = $3 returning status',
      [room_id, memberId],
    )
    const inside = gone.filter(({ status }) => status === 'in').length
    await ctx.sql('update live.room set people_count = greatest(people_count - $3, 0) where community_id = $1 and id = $2', [room_id, inside])
  }
  const votes = await ctx.sql<{ question_id: number }>('delete from live.question_vote where community_id = $1 and member_id = $2 returning question_id', [
    memberId,
  ])
  await addTo(
    ctx,
    QuestionTable,
    votes.map(({ question_id }) => question_id).sort((one, other) => one - other),
    { votes_count: -1 },
  )
  await ctx.sql('delete from live.staff where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('delete from live.feedback where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('update live.question set member_id = null, creation_uuid = null where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('update live.question_reply set member_id = null where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('update live.recording set started_by_member_id = null where community_id = $1 and started_by_member_id = $2', [memberId])
  await ctx.sql('update live.recording set post_by_member_id = null where community_id = $1 and post_by_member_id = $2', [memberId])
  await ctx.sql('update live.room set author_member_id = null where community_id = $1 and author_member_id = $2', [memberId])
  await ctx.sql(
    `update live.room set invited_member_ids = array_remove(invited_member_ids, $2::bigint),
       invited = case when invited ? 'members_ids' then jsonb_set(invited, '{members_ids}', (
         select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(invited -> 'members_ids') one where one <> to_jsonb($2::bigint))) else invited end
     where community_id = $1 and $2::bigint = any (invited_member_ids)`,
    [memberId],
  )
}
