/** Records of gamification: a badge, an award by hand, and points of somebody who was liked. Every member of the community sees who stands where. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import audience from '../../audience/contract.ts'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  with: ['audience'],
  leaving: { goes: ['gamification.award', 'gamification.day', 'gamification.entry', 'gamification.standing'] },
  async fill({ app, side, word, mark, kind }: Target) {
    const as = app.as(side.admin)
    await app.settle()
    const somebody = await app.run(side.communityId, (ctx) => ctx.members.add({ name: `Earner ${mark}`, email: `earner-${word}-${mark}@points.example` }))
    await app.run(side.communityId, async (ctx) => {
      await ctx.use(contract).award({ rule: 'like', memberId: somebody.id, source: `post:${mark}:${word}`, record: `post:${mark}${word}` })
      await ctx.use(contract).recordMoved(`post:none${mark}${word}`, true)
      await ctx.use(contract).active(somebody.id, ctx.now())
    })
    // a community has room for some dozens of them
    const { records: badges } = await as.call(routes.badges)
    const badgeNamed = async (name: string) =>
      badges.find((one) => one.name === name)?.id ?? (await as.call(routes.createBadge, { body: { badge: { name, emoji: '🔥' } } })).id
    const badge = await badgeNamed(kind === 'open' ? word : 'Helper')
    const spare = await badgeNamed('Spare')
    await as.call(routes.giveBadge, { params: { id: badge }, body: { community_member_id: somebody.id } })
    const give = (reason: string) => as.call(routes.createAward, { body: { point_award: { community_member_id: somebody.id, points: 5, reason } } })
    const [award, gone] = [await give(word), await give(word)]
    const segment = await as.call(audience.routes.createSegment, { body: { title: `${word} ${mark}`, rules: { rule_type: 'all_members' } } })
    return { gamified: { segment: segment.id, somebody: somebody.id, badge, spare, award: award.id, gone: gone.id } }
  },
  inputs: {
    settings: { input: () => ({}), foreign: [200], wide: true },
    updateSettings: { body: { daily_limit: 50 }, foreign: [200] },
    overview: { input: () => ({}), foreign: [200] },
    history: { input: () => ({}), foreign: [200] },
    leaderboard: { input: () => ({}), foreign: [200] },
    members: { input: () => ({}), foreign: [200] },
    standing: { input: ({ gamified }) => ({ params: { id: gamified.somebody } }), shared: true },
    preference: { input: () => ({}), foreign: [200] },
    updatePreference: { body: { takes_part: true }, foreign: [200] },
    awards: { input: () => ({}), foreign: [200], wide: true },
    createAward: {
      input: ({ gamified }) => ({ body: { point_award: { community_member_id: gamified.somebody, points: 1, reason: 'Again' } } }),
      wide: true,
    },
    figures: { input: () => ({}), foreign: [200], wide: true },
    awardSegment: {
      input: ({ gamified }) => ({ body: { point_award: { segment_id: gamified.segment, points: 1, reason: 'All' } } }),
      foreign: [404],
      wide: true,
    },
    award: { input: ({ gamified }) => ({ params: { id: gamified.award } }), wide: true },
    updateAward: { input: ({ gamified }) => ({ params: { id: gamified.award }, body: { point_award: { points: 6 } } }), wide: true },
    destroyAward: { input: ({ gamified }) => ({ params: { id: gamified.gone } }), uses: true, wide: true },
    badges: { input: () => ({}), foreign: [200], wide: true },
    createBadge: { body: { badge: { name: 'Another', emoji: '🔥' } }, foreign: 'any' },
    updateBadge: { input: ({ gamified }) => ({ params: { id: gamified.badge }, body: { badge: { emoji: '🌿' } } }), wide: true },
    destroyBadge: { input: ({ gamified }) => ({ params: { id: gamified.spare } }), uses: true, wide: true },
    giveBadge: { input: ({ gamified }) => ({ params: { id: gamified.badge }, body: { community_member_id: gamified.somebody } }), wide: true },
    takeBadge: { input: ({ gamified }) => ({ params: { id: gamified.badge, memberId: gamified.somebody } }), uses: true, wide: true },
  },
})
export default records
export type GamificationMade = MadeBy<typeof records>
