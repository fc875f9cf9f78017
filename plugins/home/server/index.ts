/** The wiring of the home page, and its few handlers. */
import { z } from '@atrium/sdk'
import { type Ctx, decodeCursor, defineServer, escapeHtml, job, page } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import home from '../contract.ts'
import { Activity, ClosedBanner } from './entities.ts'
import { subscriptions } from './events.ts'

const ONLINE_SHOWN = 5
/** Activities older than this many are let go each night. */
const KEPT = 500

interface ActivityRow {
  id: number
  kind: 'post' | 'comment'
  record_id: number
  member_id: number
  created_at: Date
}

const person = (member: { id: number; publicUid: string; name: string; headline: string | null; avatarUrl: string | null }) => ({
  id: member.id,
  public_uid: member.publicUid,
  name: member.name,
  headline: member.headline,
  avatar_url: member.avatarUrl,
})

async function banner(ctx: Ctx) {
  const { banner_enabled, banner_title, banner_text, banner_image } = ctx.settings(home)
  if (!banner_enabled || !(banner_title || banner_text)) return null
  if (ctx.member) {
    const [closed] = await ctx.sql('select 1 from home.closed_banner where community_id = $1 and member_id = $2 and banner = $3', [
      ctx.member.id,
      banner_title + banner_text,
    ])
    if (closed) return null
  }
  const image = banner_image ? await ctx.files.get(banner_image).catch(() => null) : null
  return { title: banner_title, text: banner_text, image_url: image && ctx.files.url(image, 'large'), placeholder: image?.placeholder ?? null }
}

const purgeJob = job(
  'purge',
  z.object({}),
  async (ctx) => {
    await ctx.sql(
      'delete from home.activity where community_id = $1 and id < (select id from home.activity where community_id = $1 order by id desc offset $2 limit 1)',
      [KEPT],
    )
  },
  { schedule: '41 3 * * *' },
)

export default defineServer(home, {
  entities: [Activity, ClosedBanner],
  on: subscriptions,
  jobs: [purgeJob],
  routes: {
    async show(ctx) {
      const online = ctx.member ? await ctx.onlineMembers(ONLINE_SHOWN) : { count: 0, memberIds: [] }
      const members = await ctx.members.byIds(online.memberIds)
      return { banner: await banner(ctx), online: { count: online.count, members: [...members.values()].map(person) } }
    },
    async closeBanner(ctx) {
      const { banner_title, banner_text } = ctx.settings(home)
      await ctx.sql(
        'insert into home.closed_banner (community_id, member_id, banner) values ($1, $2, $3) on conflict (community_id, member_id) do update set banner = excluded.banner, updated_at = now()',
        [ctx.me().id, banner_title + banner_text],
      )
      return { success: true as const }
    },
    async activities(ctx, { query }) {
      const { visibleIds } = await ctx.use(spaces).access()
      const key = decodeCursor(query.cursor, ['number'])
      const rows = await ctx.sql<ActivityRow>(
        `select id, kind, record_id, member_id, created_at from home.activity
         where community_id = $1 and (space_id is null or space_id = any($2::bigint[])) and ($3::bigint is null or id < $3) order by id desc limit $4`,
        [visibleIds, key?.[0] ?? null, query.per_page + 1],
      )
      const members = await ctx.members.byIds([...new Set(rows.map((row) => row.member_id))])
      const cards = new Map(
        (
          await Promise.all(
            (['post', 'comment'] as const).map((kind) =>
              ctx.use(content).cards(
                kind,
                rows.filter((row) => row.kind === kind).map((row) => row.record_id),
              ),
            ),
          )
        )
          .flat()
          .map((card) => [`${card.kind}:${card.id}`, card]),
      )
      const shown = rows.filter((row) => cards.has(`${row.kind}:${row.record_id}`) && members.has(row.member_id))
      const more = rows.length > query.per_page
      const envelope = page(rows, { page: query.page, perPage: query.per_page, key: (row) => [row.id] }, (row) => row)
      const records = shown.slice(0, more ? query.per_page : undefined).map((row) => {
        const card = cards.get(`${row.kind}:${row.record_id}`)!
        return {
          id: row.id,
          kind: row.kind,
          member: person(members.get(row.member_id)!),
          title: card.title,
          path: card.path,
          created_at: card.publishedAt ?? card.createdAt,
        }
      })
      return { ...envelope, records, page_count: records.length }
    },
  },
  pages: {
    '/': async (ctx) => ({
      title: ctx.community.name,
      description: ctx.settings(home).banner_text || undefined,
      html: `<main class="mx-auto max-w-[720px] p-6"><h1>${escapeHtml(ctx.community.name)}</h1></main>`,
    }),
  },
  prefetch: {
    '/': async (ctx) => [
      { route: home.routes.show },
      { route: spaces.routes.list, input: { query: { include_sidebar: true } } },
      ...(ctx.has(posts) ? [{ route: posts.routes.home, input: { query: { sort: 'latest' } } }, { route: posts.routes.reading }] : []),
    ],
  },
})
