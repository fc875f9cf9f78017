/** Rooms that are over, as set-up writes them down: who was there, what was asked, how it was found. Nobody is told of it. */
import { invalid } from '@atrium/sdk'
import { addTo, type Ctx } from '@atrium/sdk/server'
import type { PastRoom } from '../../contract.ts'
import { RoomTable } from '../entities.ts'
import { createRoom } from './rooms.ts'

/** @throws AtriumError 403, 404, 422 where it ends before it begins */
export async function addPast(ctx: Ctx, { room, liveAt, closedAt, people, questions, feedback }: PastRoom): Promise<{ id: number; slug: string }> {
  if (closedAt <= liveAt) throw invalid({ closedAt: ['The end must be after the start.'] })
  const { room_type, ...fields } = room
  const made = await createRoom(ctx, room_type, fields)
  const { id } = made
  await ctx.sql(
    `update live.room set status = 'ended', run = 1, live_at = $3, closed_at = $4, created_at = $3, updated_at = $4 where community_id = $1 and id = $2`,
    [id, liveAt, closedAt],
  )
  for (const { memberId, role, joinedAt, seconds } of people) {
    const leftAt = new Date(joinedAt.getTime() + seconds * 1_000)
    await ctx.sql(
      `insert into live.participant (community_id, room_id, run, member_id, role, status, joined_at, seen_at, left_at, leave_reason, seconds, created_at, updated_at)
       values ($1, $2, 1, $3, $4, 'left', $5, $6, $6, case when $6::timestamptz < $7::timestamptz then 'left' else 'ended' end, $8, $5, $6)`,
      [id, memberId, role, joinedAt, leftAt, closedAt, seconds],
    )
    if (role === 'cohost' || role === 'moderator')
      await ctx.sql(
        `insert into live.staff (community_id, room_id, member_id, role, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
         on conflict (community_id, room_id, member_id) do nothing`,
        [id, memberId, role, liveAt],
      )
  }
  for (const { text, memberId, votes, isAnswered, at } of questions) {
    const voters = [...new Set(votes)]
    const [question] = await ctx.sql<{ id: number }>(
      `insert into live.question (community_id, room_id, member_id, text, status, votes_count, answered_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
      [id, memberId, text, isAnswered ? 'answered' : 'open', voters.length, isAnswered ? closedAt : null, at],
    )
    for (const voter of voters)
      await ctx.sql('insert into live.question_vote (community_id, question_id, member_id, created_at, updated_at) values ($1, $2, $3, $4, $4)', [
        question!.id,
        voter,
        at,
      ])
  }
  await addTo(ctx, RoomTable, id, { questions_count: questions.length })
  for (const { memberId, rating, text } of feedback)
    await ctx.sql(
      `insert into live.feedback (community_id, room_id, run, member_id, rating, text, created_at, updated_at) values ($1, $2, 1, $3, $4, $5, $6, $6)
       on conflict (community_id, room_id, run, member_id) do nothing`,
      [id, memberId, rating, text, closedAt],
    )
  return made
}
