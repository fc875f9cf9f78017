/** Handlers of gamification. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { awardSegment, createAward, deleteAward, listAwards, showAward, updateAward } from './service/awards.ts'
import { createBadge, deleteBadge, giveBadge, listBadges, showBadge, takeBadge, updateBadge } from './service/badges.ts'
import { leaderboard, listMembers, overview, standingOf } from './service/board.ts'
import { figures } from './service/figures.ts'
import { changeSettings, showSettings } from './service/settings.ts'
import { ownHistory } from './service/history.ts'
import { setTakesPart, takesPart } from './service/standings.ts'

export const handlers: Handlers<typeof contract> = {
  settings: (ctx) => showSettings(ctx),
  async updateSettings(ctx, { body }) {
    await changeSettings(ctx, body)
    return showSettings(ctx)
  },
  overview: (ctx) => overview(ctx),
  history: (ctx, { query }) => ownHistory(ctx, query),
  leaderboard: (ctx, { query }) => leaderboard(ctx, query),
  members: (ctx, { query }) => listMembers(ctx, query),
  standing: (ctx, { params }) => standingOf(ctx, params.id),
  preference: async (ctx) => ({ takes_part: await takesPart(ctx, ctx.me().id) }),
  async updatePreference(ctx, { body }) {
    await setTakesPart(ctx, ctx.me().id, body.takes_part)
    return { takes_part: await takesPart(ctx, ctx.me().id) }
  },

  awards: (ctx, { query }) => listAwards(ctx, query),
  createAward: async (ctx, { body }) => showAward(ctx, await createAward(ctx, body.point_award)),
  figures: (ctx) => figures(ctx),
  awardSegment: (ctx, { body }) => awardSegment(ctx, body.point_award),
  award: (ctx, { params }) => showAward(ctx, params.id),
  async updateAward(ctx, { params, body }) {
    await updateAward(ctx, params.id, body.point_award)
    return showAward(ctx, params.id)
  },
  destroyAward: (ctx, { params }) => deleteAward(ctx, params.id),

  badges: async (ctx) => ({ records: await listBadges(ctx) }),
  createBadge: async (ctx, { body }) => showBadge(ctx, await createBadge(ctx, body.badge)),
  async updateBadge(ctx, { params, body }) {
    await updateBadge(ctx, params.id, body.badge)
    return showBadge(ctx, params.id)
  },
  destroyBadge: (ctx, { params }) => deleteBadge(ctx, params.id),
  giveBadge: (ctx, { params, body }) => giveBadge(ctx, params.id, body.community_member_id),
  takeBadge: (ctx, { params }) => takeBadge(ctx, params.id, params.memberId),
}
