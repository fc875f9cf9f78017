/** Fills a community in bulk: the same tables and counters that the services keep, in set-based statements. */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openDatabase } from '../../launch/database.ts'
import { firstRun } from '../../launch/first-run.ts'
import { createKernel, readPlugins } from '../../kernel/boot/kernel.ts'
import { loadConfig } from '../../kernel/config.ts'
import { createLog } from '../../kernel/observe/index.ts'
import { noWeb } from '../support/harness.ts'

export interface Size {
  members: number
  posts: number
  spaces: number
}
/** Of the first members, each belongs to a hundred spaces; of the others to five. */
export const BUSY_MEMBERS = 2_000
const BUSY_SPACES = 100
const QUIET_SPACES = 5
const GROUPS = 20
/** Posts in one statement. */
const CHUNK = 50_000

const lorem = `array['Clay','glaze','kiln','wheel','the','slip','cone','firing','bisque','handle','and','texture','studio','of','porcelain','stoneware','shelf','raku','with','cobalt','trimming','a','sponge','celadon']`
/** `length` words chosen by the row's number, so that every run makes the same text. */
const wordsOf = (seed: string, length: string) =>
  `(select string_agg((${lorem})[1 + abs(hashint8(${seed} * 31 + w)) % 24], ' ') from generate_series(1, ${length}) w)`

/** One step with its time. */
type Step = [title: string, sql: string | string[]]

const steps = (community: number, { members, posts, spaces }: Size): Step[] => {
  const chunks: string[] = []
  for (let first = 1; first <= posts; first += CHUNK) {
    const last = Math.min(first + CHUNK - 1, posts)
    chunks.push(`
      insert into posts.post (community_id, space_id, author_member_id, status, name, slug, body, text, excerpt, last_activity_at, published_at, created_at)
      select ${community}, s.id, m.id, 'published', 'Post ' || i || ': ' || t.title, 'seed-' || i,
        json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph', 'content', json_build_array(json_build_object('type', 'text', 'text', t.body))))),
        t.body, left(t.body, 300), at, at, at
      from generate_series(${first}, ${last}) i
        -- squared: some spaces are busy, most are quiet
        join seed_space s on s.place = floor(${spaces} * power((abs(hashint8(i)) % 100000) / 100000.0, 2))::int
        join seed_member m on m.place = abs(hashint8(i * 7)) % ${members}
        cross join lateral (select now() - interval '1 minute' * (${posts} - i) * (525600.0 / ${posts}) as at) a
        cross join lateral (select ${wordsOf('i', '6')} as title, ${wordsOf('i + 1', '40 + i % 80')} as body) t`)
  }
  return [
    [
      `${members} members`,
      [
        `insert into kernel.account (email, name, email_confirmed_at) select 'seed' || i || '@example.com', 'Member ' || i, now() from generate_series(1, ${members}) i`,
        `insert into kernel.member (community_id, account_id, name, headline, last_seen_at)
         select ${community}, id, name, 'Potter', now() - interval '1 minute' * (id % 100000) from kernel.account where email like 'seed%@example.com'`,
        `create temporary table seed_member as select row_number() over (order by id) - 1 as place, id from kernel.member where community_id = ${community} and headline = 'Potter'`,
        'alter table seed_member add primary key (place)',
      ],
    ],
    [
      `${spaces} spaces`,
      [
        `insert into spaces.space_group (community_id, name, slug, position) select ${community}, 'Group ' || i, 'seed-group-' || i, i from generate_series(1, ${GROUPS}) i`,
        `insert into spaces.space (community_id, space_group_id, name, slug, position, is_private)
         select ${community}, g.id, 'Space ' || i, 'seed-space-' || i, i, i % 20 = 0
         from generate_series(0, ${spaces - 1}) i join spaces.space_group g on g.community_id = ${community} and g.slug = 'seed-group-' || (1 + i % ${GROUPS})`,
        `create temporary table seed_space as select row_number() over (order by id) - 1 as place, id from spaces.space where community_id = ${community} and slug like 'seed-space-%'`,
        'alter table seed_space add primary key (place)',
        `insert into spaces.space_member (community_id, space_id, member_id)
         select distinct ${community}, s.id, m.id from seed_member m
           cross join lateral generate_series(1, case when m.place < ${BUSY_MEMBERS} then ${BUSY_SPACES} else ${QUIET_SPACES} end) n
           join seed_space s on s.place = (m.place + n * case when m.place < ${BUSY_MEMBERS} then 1 else 37 end) % ${spaces}`,
      ],
    ],
    [
      'people with tags',
      [
        `insert into audience.person (community_id, member_id, email, name, source, created_at)
         select m.community_id, m.id, a.email, m.name, 'member', m.created_at from kernel.member m join kernel.account a on a.id = m.account_id
         where m.community_id = ${community} on conflict do nothing`,
        `insert into audience.tag (community_id, name, color, text_color, display_locations)
         select ${community}, 'Tag ' || i, '#dee1e5', '#1c1e21', '{"post_bio": true, "profile_page": true, "member_directory": true}' from generate_series(1, 6) i`,
        `insert into audience.person_tag (community_id, person_id, tag_id)
         select ${community}, p.id, t.id from audience.person p join audience.tag t on t.community_id = ${community} and (p.id + t.id) % 3 = 0 where p.community_id = ${community}`,
        `update audience.tag t set tagged_members_count = c.count from (select tag_id, count(*) from audience.person_tag where community_id = ${community} group by 1) c where t.id = c.tag_id`,
        `insert into audience.segment (community_id, title, rules)
         select ${community}, 'Tagged and here', json_build_object('rule_type', 'custom_filters', 'match', 'all', 'rules', json_build_array(
           json_build_object('filter', 'tag', 'operator', 'any_of', 'value', json_build_array(min(id)::text)),
           json_build_object('filter', 'last_seen_at', 'operator', 'within_days', 'value', 30),
           json_build_object('filter', 'name', 'operator', 'contains', 'value', '7'))) from audience.tag where community_id = ${community}`,
      ],
    ],
    [
      'points of everybody',
      [
        `insert into gamification.standing (community_id, member_id, total_points, points_30, points_7, before_30)
         select m.community_id, m.id, p.points, p.points / 6, p.points / 24, abs(hashint8(m.id * 7)) % ${members} from kernel.member m
           cross join lateral (select (power((abs(hashint8(m.id)) % 10000) / 10000.0, 3) * 9500)::int as points) p where m.community_id = ${community}
         on conflict (community_id, member_id) do update set total_points = excluded.total_points, points_30 = excluded.points_30,
           points_7 = excluded.points_7, before_30 = excluded.before_30`,
        `update gamification.standing s set level = (select max(l.number) from gamification.level l where l.community_id = ${community} and l.points <= s.total_points)
         where s.community_id = ${community} and exists (select from gamification.level l where l.community_id = ${community})`,
        `update gamification.level l set members_count = (select count(*) from gamification.standing s where s.community_id = ${community} and s.listed and s.level = l.number)
         where l.community_id = ${community}`,
      ],
    ],
    [
      `${posts} posts`,
      [
        ...chunks,
        `insert into content.address (community_id, space_id, slug, kind, record_id, created_at)
         select community_id, space_id, slug, 'post', id, created_at from posts.post where community_id = ${community} and slug like 'seed-%'`,
      ],
    ],
    [
      'likes',
      `insert into content."like" (community_id, member_id, kind, record_id, created_at)
       select distinct on (m.id, p.id) ${community}, m.id, 'post', p.id, p.created_at from posts.post p cross join generate_series(0, 11) n
         join seed_member m on m.place = abs(hashint8(p.id * 13 + n)) % ${members}
       where p.community_id = ${community} and n < abs(hashint8(p.id)) % 12 and (p.id % 4 = 0 or p.created_at > now() - interval '30 days')`,
    ],
    [
      'comments',
      `insert into content.comment (community_id, kind, record_id, member_id, body, text, created_at)
       select ${community}, 'post', p.id, m.id,
         json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph', 'content', json_build_array(json_build_object('type', 'text', 'text', t.body))))),
         t.body, p.created_at + interval '1 minute' * n
       from posts.post p cross join generate_series(1, 25) n
         join seed_member m on m.place = abs(hashint8(p.id * 17 + n)) % ${members}
         cross join lateral (select ${wordsOf('p.id + n', '12 + n')} as body) t
       -- every hundredth post is a long conversation, every tenth has a few words
       where p.community_id = ${community} and n <= case when p.id % 100 = 0 then 25 when p.id % 10 = 0 then 3 else 0 end`,
    ],
    [
      'counters',
      [
        `update posts.post p set likes_count = l.count from (select record_id, count(*) from content."like" where community_id = ${community} and kind = 'post' group by 1) l
         where p.community_id = ${community} and p.id = l.record_id`,
        `update posts.post p set comments_count = c.count, last_activity_at = c.last
         from (select record_id, count(*), max(created_at) as last from content.comment where community_id = ${community} and kind = 'post' group by 1) c
         where p.community_id = ${community} and p.id = c.record_id`,
        `update spaces.space s set posts_count = p.count, sequence = p.count, last_activity_at = p.last
         from (select space_id, count(*), max(created_at) as last from posts.post where community_id = ${community} group by 1) p where s.id = p.space_id`,
        `update spaces.space s set members_count = m.count from (select space_id, count(*) from spaces.space_member where community_id = ${community} group by 1) m where s.id = m.space_id`,
        `update spaces.space_member m set read_mark = greatest(0, s.sequence - abs(hashint8(m.id)) % 50) from spaces.space s
         where m.community_id = ${community} and s.id = m.space_id`,
      ],
    ],
    [
      'search',
      [
        `insert into kernel.search_document (community_id, kind, record_id, space_id, author_member_id, title, body, path, created_at, updated_at, words)
         select ${community}, 'post', p.id, p.space_id, p.author_member_id, p.name, p.text, '/c/' || s.slug || '/' || p.slug, p.published_at, p.updated_at,
           kernel.search_words('kernel.english', p.name, p.text)
         from posts.post p join spaces.space s on s.id = p.space_id where p.community_id = ${community} and p.slug like 'seed-%'`,
        `insert into kernel.search_document (community_id, kind, record_id, title, body, path, created_at, updated_at, words)
         select ${community}, 'member', m.id, m.name, m.headline, '/u/' || m.public_uid, m.created_at, m.updated_at, kernel.search_words('kernel.english', m.name, m.headline)
         from kernel.member m where m.community_id = ${community} and m.headline = 'Potter' on conflict do nothing`,
        `select kernel.search_learn(${community}, array_to_string(${lorem}, ' '))`,
      ],
    ],
    ['vacuum', ['vacuum analyze']],
  ]
}

async function fill(client: pg.PoolClient, community: number, size: Size, say: (text: string) => void) {
  const { rows } = await client.query("select 1 from kernel.account where email = 'seed1@example.com'")
  if (rows.length) throw new Error('This community is seeded already; take another ATRIUM_DATA or DATABASE_URL.')
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
  for (const [title, sql] of steps(community, size)) {
    const started = performance.now()
    const all = [sql].flat()
    for (const [i, statement] of all.entries()) {
      await client.query(statement)
      if (all.length > 5) say(`  ${title}: ${Math.round(((i + 1) / all.length) * 100)}%`)
    }
    say(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  }
}

/** Seeds the first community of the installation that the environment names. */
export async function seed(size: Size, env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<void> {
  // plugins.config.ts asks the process itself
  process.env.ATRIUM_DEMO = 'off'
  const config = await loadConfig({ env: { ...env, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'warn' } })
  const log = createLog(config)
  const database = await openDatabase(config, log)
  const kernel = await createKernel({ config: { ...config, databaseUrl: database.url }, plugins: await readPlugins(config), log, web: noWeb })
  try {
    await firstRun(kernel.root)
    const community = (await kernel.modules.communities.primaryId())!
    const client = await kernel.modules.data.system.connect()
    try {
      await fill(client, community, size, say)
    } finally {
      client.release(true)
    }
  } finally {
    await kernel.stop()
    await database.stop()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '100000' },
      posts: { type: 'string', default: '1000000' },
      spaces: { type: 'string', default: '500' },
    },
  })
  await seed({ members: Number(values.members), posts: Number(values.posts), spaces: Number(values.spaces) }, process.env, (text) => console.log(text))
}
