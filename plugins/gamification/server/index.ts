/** The wiring of gamification. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import access from '../../access/contract.ts'
import audience from '../../audience/contract.ts'
import community from '../../community/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import workflows from '../../workflows/contract.ts'
import { actions, badge, level } from './service/workflows.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { awardJob, badgeJob, fillJob, levelJob, rollJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { awardStep } from './service/awards.ts'
import { fillBadge } from './service/badges.ts'
import { statsOf } from './service/board.ts'
import { filters } from './service/filters.ts'
import { service } from './service/index.ts'
import { ensureLevels, levelsOf, relevel } from './service/levels.ts'
import { newsHeard, newsKinds } from './service/news.ts'
import { roll } from './service/roll.ts'
import { OWN_RULES, rulesOf } from './service/rules.ts'
import { erase, fill } from './service/standings.ts'
import { earned, points } from './service/timeline.ts'

const LONG = { deadlineMs: 60_000 }

export default defineServer(contract, {
  entities,
  service,
  routes: handlers,
  on: [...subscriptions, ...newsHeard],
  jobs: [
    runs(fillJob, (ctx, { after }) => fill(ctx, after), LONG),
    runs(rollJob, roll, { schedule: '3 * * * *', ...LONG }),
    runs(awardJob, awardStep, LONG),
    runs(levelJob, (ctx, { after }) => relevel(ctx, after), LONG),
    runs(badgeJob, (ctx, { badgeId }) => fillBadge(ctx, badgeId), LONG),
  ],
  hooks: {
    async enable(ctx) {
      await ensureLevels(ctx)
      await ctx.enqueue(fillJob, { after: 0 })
    },
    erase,
  },
  counters: () => [
    {
      kept: 'gamification.level.members_count',
      counted: `select l.id, count(*) from gamification.level l join gamification.standing s on s.community_id = $1 and s.listed and s.level = l.number
        where l.community_id = $1 group by l.id`,
    },
    {
      kept: 'gamification.badge.members_count',
      counted: 'select badge_id as id, count(*) from gamification.badge_member where community_id = $1 group by badge_id',
    },
  ],
  contributes: [
    ...actions.map((action) => contribute(workflows.points.action, action)),
    contribute(workflows.points.resource, badge),
    contribute(workflows.points.resource, level),
    ...OWN_RULES.map((rule) => contribute(contract.points.rule, rule)),
    ...filters.map((filter) => contribute(members.points.filter, filter)),
    contribute(audience.points.timeline, points),
    contribute(audience.points.fact, earned),
    ...newsKinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(members.points.stats, { of: statsOf }),
    contribute(community.points.reward, async (ctx, step) => {
      const rule = rulesOf(ctx).find(({ key, enabled }) => enabled && key === (step === 'introduce' ? 'post' : step))
      return rule?.points || null
    }),
    contribute(access.points.source, {
      key: 'level',
      label: async (ctx) => new Map((await levelsOf(ctx)).map(({ id, name }) => [id, { label: name, to: '/settings/gamification' }])),
    }),
  ],
})
