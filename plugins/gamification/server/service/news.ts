/** What members are told: a level that they have reached, a badge that they were given. */
import { type Ctx, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { levelsOf } from './levels.ts'

const DEFAULTS = { in_app: true, email: false, push: false }

export const newsKinds: NotificationKind[] = [
  {
    key: 'level_reached',
    icon: 'trophy',
    topic: 'learning',
    defaults: DEFAULTS,
    async subjects(ctx, ids) {
      const found = (await levelsOf(ctx)).filter(({ id }) => ids.includes(id))
      return new Map(
        found.map((level): [number, NotificationSubject] => [
          level.id,
          { title: ctx.t('profile.level', { level: level.number, name: level.name }), path: '/leaderboard', spaceId: null },
        ]),
      )
    },
  },
  {
    key: 'badge_given',
    icon: 'badge-check',
    topic: 'learning',
    defaults: DEFAULTS,
    async subjects(ctx, ids) {
      const rows = await ctx.sql<{ id: number; name: string; emoji: string; description: string }>(
        'select id, name, emoji, description from gamification.badge where community_id = $1 and id = any ($2::bigint[])',
        [ids],
      )
      const path = ctx.member ? `/u/${ctx.member.publicUid}` : '/leaderboard'
      return new Map(
        rows.map(({ id, name, emoji, description }): [number, NotificationSubject] => [
          id,
          { title: `${emoji} ${name}`, path, spaceId: null, excerpt: description },
        ]),
      )
    },
  },
]

/** Whoever stays out is not told either. */
async function tell(ctx: Ctx, kind: string, subjectId: number, memberId: number, givenBy: number | null): Promise<void> {
  if (!ctx.has(notifications)) return
  const [row] = await ctx.sql<{ listed: boolean }>('select listed from gamification.standing where community_id = $1 and member_id = $2', [memberId])
  if (row?.listed) await ctx.use(notifications).tell({ kind, subjectId, key: `${kind}:${subjectId}`, actorMemberId: givenBy, to: [{ memberId, reason: kind }] })
}
export const newsHeard = [
  on(contract.events['level.reached'], 'tell-level', (ctx, { memberId, levelId }) => tell(ctx, 'level_reached', levelId, memberId, null)),
  on(contract.events['badge.given'], 'tell-badge', async (ctx, { memberId, badgeId }) => {
    const [given] = await ctx.sql<{ given_by: number | null }>(
      'select given_by from gamification.badge_member where community_id = $1 and badge_id = $2 and member_id = $3',
      [badgeId, memberId],
    )
    if (given) await tell(ctx, 'badge_given', badgeId, memberId, given.given_by)
  }),
]
