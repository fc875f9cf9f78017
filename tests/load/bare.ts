/**
 * The yardstick of the benchmark: a Koa server that does by hand what Atrium's hot calls do, over the same tables.
 * Session, right, rows: three round trips of named prepared statements ("pg3"); a write is one transaction of five
 * statements with its outbox row ("w4"). No contract, no wall, no plugins, no events for others.
 */
import { createHash } from 'node:crypto'
import { Router } from '@koa/router'
import bodyParser from '@koa/bodyparser'
import Koa, { type Context } from 'koa'
import pg from 'pg'
import { addLearning } from './bare-learning.ts'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 20 })
const community = Number(process.env.BARE_COMMUNITY)
type Client = pg.Pool | pg.PoolClient
const run = async (client: Client, name: string, text: string, values: unknown[]) => (await client.query({ name, text, values })).rows

async function memberOf(ctx: Context, client: Client = pool): Promise<number> {
  const hash = createHash('sha256')
    .update(ctx.cookies.get('atrium_session') ?? '')
    .digest()
  const [row] = await run(
    client,
    'session',
    `select m.id from kernel.session s join kernel.member m on m.community_id = $2 and m.account_id = s.account_id and m.status = 'active'
     where s.token_hash = $1 and s.expires_at > now()`,
    [hash, community],
  )
  if (!row) ctx.throw(401)
  return row.id
}
async function mayRead(ctx: Context, member: number, space: number, client: Client = pool) {
  const [row] = await run(
    client,
    'right',
    `select s.id from spaces.space s left join spaces.space_member m on m.community_id = $1 and m.space_id = s.id and m.member_id = $2 and m.status = 'active'
     where s.community_id = $1 and s.id = $3 and (m.id is not null or not s.is_private)`,
    [community, member, space],
  )
  if (!row) ctx.throw(404)
}
const POST = `p.id, p.space_id, p.name, p.slug, coalesce(p.preview, p.body) as body, p.excerpt, p.likes_count, p.comments_count, p.published_at,
  m.id as author_id, m.name as author_name, m.avatar_url,
  exists (select 1 from content."like" l where l.community_id = $1 and l.member_id = $2 and l.kind = 'post' and l.record_id = p.id) as is_liked`
const OUT = `p.community_id = $1 and p.status = 'published' and p.deleted_at is null`
const addressed = (space: string, slug: string) =>
  `content.address a join posts.post p on a.community_id = $1 and a.space_id = ${space} and a.slug = ${slug} and a.kind = 'post' and p.id = a.record_id`

const router = new Router()
router.get('/feed/:space', async (ctx) => {
  const member = await memberOf(ctx as never)
  await mayRead(ctx as never, member, Number(ctx.params.space))
  const after = [ctx.query.after ?? []].flat()
  ctx.body = await run(
    pool,
    `feed${after.length}`,
    `select ${POST} from posts.post p join kernel.member m on m.id = p.author_member_id
     where ${OUT} and p.space_id = $3 and p.pinned_at is null ${after.length ? 'and (p.published_at, p.id) < ($4::timestamptz, $5::bigint)' : ''}
     order by p.published_at desc, p.id desc limit 20`,
    [community, member, ctx.params.space, ...after],
  )
})
router.get('/members', async (ctx) => {
  const member = await memberOf(ctx as never)
  const rows = await run(
    pool,
    'members',
    `select id, public_uid, name, headline, avatar_url, location, roles, created_at from kernel.member
     where community_id = $1 and status = 'active' order by id desc limit 21`,
    [community],
  )
  const ids = rows.map(({ id }) => id)
  const connected = await run(
    pool,
    'connected',
    `select id, requester_id, recipient_id, state from members.connection where community_id = $1 and requester_id = $2 and recipient_id = any ($3::bigint[])
     union all select id, requester_id, recipient_id, state from members.connection where community_id = $1 and recipient_id = $2 and requester_id = any ($3::bigint[])`,
    [community, member, ids],
  )
  ctx.body = { rows, connected }
})
router.get('/leaderboard', async (ctx) => {
  await memberOf(ctx as never)
  ctx.body = await run(
    pool,
    'leaderboard',
    `select s.member_id, s.points_30, s.before_30, s.level, m.name, m.public_uid, m.headline, m.avatar_url
     from (select member_id, points_30, before_30, level from gamification.standing where community_id = $1 and listed and points_30 > 0
       order by points_30 desc, member_id desc limit 20) s join kernel.member m on m.id = s.member_id order by s.points_30 desc, s.member_id desc`,
    [community],
  )
})
router.get('/place', async (ctx) => {
  const member = await memberOf(ctx as never)
  const place = (column: string) =>
    `(select count(*)::int from gamification.standing o where o.community_id = $1 and o.listed and o.${column} > s.${column}) as of_${column}`
  const places = await run(
    pool,
    'place',
    `select s.total_points, s.points_7, s.points_30, s.level, ${['total_points', 'points_7', 'points_30'].map(place).join(', ')}
     from gamification.standing s where s.community_id = $1 and s.member_id = $2`,
    [community, member],
  )
  ctx.body = { places, levels: await run(pool, 'levels', 'select * from gamification.level where community_id = $1 order by number', [community]) }
})
router.get('/home', async (ctx) => {
  const member = await memberOf(ctx as never)
  const mine = await run(
    pool,
    'mine',
    `select s.id from spaces.space s left join spaces.space_member m on m.community_id = $1 and m.space_id = s.id and m.member_id = $2 and m.status = 'active'
     where s.community_id = $1 and m.id is not null`,
    [community, member],
  )
  ctx.body = await run(
    pool,
    'home',
    `with top as (select x.id from unnest($3::bigint[]) s(id) cross join lateral (
       select p.id, p.published_at from posts.post p where ${OUT} and p.space_id = s.id order by p.published_at desc, p.id desc limit 20) x
       order by x.published_at desc, x.id desc limit 20)
     select ${POST} from top join posts.post p on p.id = top.id join kernel.member m on m.id = p.author_member_id where p.community_id = $1
     order by p.published_at desc, p.id desc`,
    [community, member, mine.map(({ id }) => id)],
  )
})
const commentsText = `select c.id, c.body, c.likes_count, c.created_at, m.id as author_id, m.name as author_name, m.avatar_url,
    exists (select 1 from content."like" l where l.community_id = $1 and l.member_id = $2 and l.kind = 'comment' and l.record_id = c.id) as is_liked
  from content.comment c left join kernel.member m on m.id = c.member_id
  where c.community_id = $1 and c.kind = 'post' and c.record_id = $3 and c.parent_id is null order by c.id limit 20`
router.get('/comments/:space/:post', async (ctx) => {
  const member = await memberOf(ctx as never)
  await mayRead(ctx as never, member, Number(ctx.params.space))
  ctx.body = await run(pool, 'comments', commentsText, [community, member, ctx.params.post])
})
router.get('/post/:space/:slug', async (ctx) => {
  const member = await memberOf(ctx as never)
  await mayRead(ctx as never, member, Number(ctx.params.space))
  const [post] = await run(pool, 'post', `select ${POST} from ${addressed('$3', '$4')} join kernel.member m on m.id = p.author_member_id where ${OUT}`, [
    community,
    member,
    ctx.params.space,
    ctx.params.slug,
  ])
  ctx.body = post
})
/** What the audience's filter of three conditions asks, by hand. */
const AUDIENCE = `audience.person p join kernel.member m on m.community_id = $1 and m.id = p.member_id
  where p.community_id = $1 and m.status in ('active', 'invited') and m.last_seen_at >= now() - interval '30 days' and m.name ilike '%7%'
    and exists (select from audience.person_tag t where t.community_id = $1 and t.person_id = p.id and t.tag_id = $2)`
router.get('/audience/:tag', async (ctx) => {
  await memberOf(ctx as never)
  ctx.body = await run(
    pool,
    'audience',
    `select p.id, p.name, p.email, m.avatar_url, m.headline, m.status, m.roles, m.last_seen_at, p.created_at from ${AUDIENCE} order by p.created_at desc, p.id desc limit 20`,
    [community, ctx.params.tag],
  )
})
router.get('/audience/:tag/count', async (ctx) => {
  await memberOf(ctx as never)
  ctx.body = await run(pool, 'audience-count', `select count(*)::int from ${AUDIENCE}`, [community, ctx.params.tag])
})
router.get('/spaces', async (ctx) => {
  const member = await memberOf(ctx as never)
  ctx.body = await run(
    pool,
    'spaces',
    `select s.id, s.name, s.slug, s.emoji, s.space_group_id, s.posts_count, s.members_count, s.is_private, greatest(0, s.sequence - m.read_mark) as unread
     from spaces.space s left join spaces.space_member m on m.community_id = $1 and m.space_id = s.id and m.member_id = $2 and m.status = 'active'
     where s.community_id = $1 order by s.space_group_id, s.position limit 100`,
    [community, member],
  )
})
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
router.get('/html/:space/:slug', async (ctx) => {
  const [post] = await run(
    pool,
    'html',
    `select ${POST.replace('$2', '0')}, p.text from ${addressed('$2', '$3')} join kernel.member m on m.id = p.author_member_id where ${OUT}`,
    [community, ctx.params.space, ctx.params.slug],
  )
  ctx.type = 'html'
  ctx.body = `<!doctype html><title>${escaped(post.name)}</title><h1>${escaped(post.name)}</h1><p>${escaped(post.author_name)}</p><p>${escaped(post.text)}</p>`
})

/** begin, the right, the row, the counter, the outbox, commit. */
async function write(ctx: Context, space: number, steps: (client: pg.PoolClient, member: number) => Promise<number>) {
  const client = await pool.connect()
  try {
    const member = await memberOf(ctx, client)
    await client.query('begin')
    await mayRead(ctx, member, space, client)
    const id = await steps(client, member)
    await run(
      client,
      'outbox',
      `insert into kernel.event (community_id, plugin, name, payload, actor_member_id, relayed_at) values ($1, 'bare', 'bare.written', $2, $3, now())`,
      [community, { id }, member],
    )
    await client.query('commit')
    ctx.status = 201
    ctx.body = { id }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
router.post('/comment/:space/:post', (ctx) =>
  write(ctx as never, Number(ctx.params.space), async (client, member) => {
    const { body, text } = (ctx.request as any).body
    const [row] = await run(
      client,
      'comment-insert',
      `insert into content.comment (community_id, kind, record_id, member_id, body, text) values ($1, 'post', $2, $3, $4, $5) returning id`,
      [community, ctx.params.post, member, body, text],
    )
    await run(
      client,
      'comment-count',
      'update posts.post set comments_count = comments_count + 1, last_activity_at = now() where community_id = $1 and id = $2',
      [community, ctx.params.post],
    )
    return row.id
  }),
)
router.post('/like/:space/:post', (ctx) =>
  write(ctx as never, Number(ctx.params.space), async (client, member) => {
    const rows = await run(
      client,
      'like-insert',
      `insert into content."like" (community_id, kind, record_id, member_id) values ($1, 'post', $2, $3) on conflict do nothing returning id`,
      [community, ctx.params.post, member],
    )
    await run(client, 'like-count', 'update posts.post set likes_count = likes_count + 1 where community_id = $1 and id = $2', [community, ctx.params.post])
    return rows[0]?.id ?? 0
  }),
)
router.post('/post/:space', (ctx) =>
  write(ctx as never, Number(ctx.params.space), async (client, member) => {
    const { name, body, text } = (ctx.request as any).body
    const [row] = await run(
      client,
      'post-insert',
      `insert into posts.post (community_id, space_id, author_member_id, status, name, slug, body, text, excerpt, last_activity_at, published_at)
       values ($1, $2, $3, 'published', $4, gen_random_uuid(), $5, $6, left($6, 300), now(), now()) returning id`,
      [community, ctx.params.space, member, name, body, text],
    )
    await run(client, 'post-count', 'update spaces.space set posts_count = posts_count + 1, sequence = sequence + 1 where community_id = $1 and id = $2', [
      community,
      ctx.params.space,
    ])
    return row.id
  }),
)
router.post('/quote/:paywall', async (ctx) => {
  await memberOf(ctx as never)
  const { price, code } = (ctx.request as any).body
  const [paywall] = await run(
    pool,
    'paywall',
    `select w.id, w.name, w.status, w.currency, (select json_agg(x order by x.position, x.id) from paywalls.price x where x.community_id = $1 and x.paywall_id = w.id) as prices
     from paywalls.paywall w where w.community_id = $1 and w.id = $2`,
    [community, ctx.params.paywall],
  )
  const [coupon] = await run(pool, 'coupon', 'select * from paywalls.coupon where community_id = $1 and code = $2 and ended_at is null', [community, code])
  const chosen = paywall?.prices.find((one: { id: number }) => one.id === price)
  if (!chosen || !coupon) ctx.throw(404)
  const off = Math.round((chosen.amount * coupon.percent_off) / 10_000)
  const at = new Date()
  at.setUTCMonth(at.getUTCMonth() + 1)
  ctx.body = {
    currency: chosen.currency,
    lines: [
      { kind: 'price', text: paywall.name, amount: chosen.amount },
      { kind: 'discount', text: coupon.code, amount: -off },
    ],
    due_today: chosen.amount - off,
    renewal: { amount: chosen.amount, at, interval: chosen.interval },
    prices: paywall.prices.map(({ id, amount }: { id: number; amount: number }) => ({ id, amount })),
  }
})

addLearning(router, { pool, run, memberOf, mayRead, community })

const app = new Koa()
app.silent = true
app.use(bodyParser() as never)
app.use(router.routes() as never)
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
