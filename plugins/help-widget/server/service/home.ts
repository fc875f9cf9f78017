/** What stands first in the widget. */
import type { Ctx } from '@atrium/sdk/server'
import inbox from '../../../inbox/contract.ts'
import contract from '../../contract.ts'
import { articleSpaces, list, news, nextEvents, pinned } from './articles.ts'
import { askerOf } from './asker.ts'
import { listTalks, liveStatus } from './talks.ts'

const ARTICLES = 4
const NEWS = 3
const first = (rows: number) => ({ page: 1, per_page: rows })

async function hasSeen(ctx: Ctx): Promise<boolean> {
  if (!ctx.member) return true
  const rows = await ctx.sql('select 1 from help_widget.onboarding where community_id = $1 and member_id = $2', [ctx.member.id])
  return rows.length > 0
}
/** Of private talk whoever looks as its owner sees nothing. */
async function latestOwn(ctx: Ctx) {
  if (ctx.masquerade?.entity.type === 'CommunityMember') return { unread_count: 0, latest: null }
  const { unread_count, records } = await listTalks(ctx, 'all', first(1))
  return { unread_count, latest: records[0] ?? null }
}
export async function home(ctx: Ctx) {
  const { greeting, has_tickets, ticket_areas, asks_email, in_community } = ctx.settings(contract)
  const live = await liveStatus(ctx)
  const team = live.online.length ? live.online : (await ctx.use(inbox).live()).online
  const [talks, hasArticles] = [await latestOwn(ctx), (await articleSpaces(ctx)).length > 0]
  const { personId } = await askerOf(ctx)
  return {
    in_community,
    greeting: greeting || ctx.t('home.greeting'),
    name: ctx.member?.name ?? '',
    team,
    live,
    has_tickets,
    ticket_areas,
    // whoever is known by an address is asked for none
    asks_email: asks_email && !ctx.member && personId === null,
    pinned_post: await pinned(ctx),
    articles: hasArticles ? (await list(ctx, first(ARTICLES))).records : [],
    news: (await news(ctx, first(NEWS))).records,
    events: await nextEvents(ctx),
    ...talks,
    has_seen_onboarding: await hasSeen(ctx),
  }
}
export const completeOnboarding = (ctx: Ctx) =>
  ctx.sql(
    'insert into help_widget.onboarding (community_id, member_id, created_at, updated_at) values ($1, $2, $3, $3) on conflict (community_id, member_id) do nothing',
    [ctx.me().id, ctx.now()],
  )
