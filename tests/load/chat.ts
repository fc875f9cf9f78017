/** A community that talks: ten thousand signed-in members, chat spaces of several sizes, a conversation of a thousand messages and one of a million. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { seed } from './seed.ts'

export const MEMBERS = 10_000
export const CROWDS = [1_000, 5_000] as const
/** Of the two conversations that are opened, in messages. */
export const LENGTHS = [1_000, 1_000_000] as const

export interface Talk {
  cookies: string[]
  /** uuid of the chat space with so many members; the members are the first so many. */
  crowds: Map<number, string>
  /** Between the first two members; read up to the middle. */
  long: Map<number, { uuid: string; middle: number }>
}

export async function makeCommunity(dataDir: string, say: (line: string) => void): Promise<void> {
  if (existsSync(dataDir)) return
  say(`Making a community that talks in ${dataDir} …`)
  await seed({ members: MEMBERS, posts: 1_000, spaces: 20 }, { ...process.env, ATRIUM_DATA: dataDir }, (line) => say(`  ${line}`))
}

/** What the seed has not made yet, as the owner of the database. */
export async function talkOf(client: pg.Client): Promise<Talk> {
  const community: number = (await client.query('select id from kernel.community where is_primary')).rows[0].id
  const { rows: members } = await client.query(
    `select id, account_id from kernel.member where community_id = $1 and headline = 'Potter' order by id limit $2`,
    [community, MEMBERS],
  )
  const ids = members.map(({ id }) => id)
  const tokens = members.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, expires_at)
     select decode(t.hash, 'hex'), t.account, $1, '127.0.0.1', 'bench', now() + interval '1 day' from unnest($2::text[], $3::bigint[]) as t (hash, account)`,
    [community, tokens.map((token) => createHash('sha256').update(token).digest('hex')), members.map(({ account_id }) => account_id)],
  )
  const crowds = new Map<number, string>()
  for (const size of CROWDS) crowds.set(size, await crowd(client, community, ids.slice(0, size)))
  const long = new Map<number, { uuid: string; middle: number }>()
  for (const length of LENGTHS) long.set(length, await conversation(client, community, ids.slice(0, 2), length))
  await client.query('analyze')
  return { cookies: tokens.map((token) => `atrium_session=${token}`), crowds, long }
}

async function crowd(client: pg.Client, community: number, members: number[]): Promise<string> {
  const identifier = `bench-${members.length}`
  const room = async () => (await client.query('select uuid from chat.room where community_id = $1 and identifier = $2', [community, identifier])).rows[0]?.uuid
  const there = await room()
  if (there) return there
  await client.query(
    `with made as (
       insert into spaces.space (community_id, space_group_id, name, slug, types, members_count)
       select $1, min(id), 'Talk', $2, '{chat}', $4 from spaces.space_group where community_id = $1 returning id),
     belong as (insert into spaces.space_member (community_id, space_id, member_id) select $1, made.id, m from made, unnest($3::bigint[]) m),
     room as (insert into chat.room (community_id, kind, identifier, space_id, participants_count) select $1, 'space', $2, id, $4 from made returning id)
     insert into chat.participant (community_id, room_id, member_id) select $1, room.id, m from room, unnest($3::bigint[]) m`,
    [community, identifier, members, members.length],
  )
  return room()
}

async function conversation(client: pg.Client, community: number, members: number[], length: number) {
  const identifier = `bench-long-${length}`
  const find = () => client.query('select id, uuid from chat.room where community_id = $1 and identifier = $2', [community, identifier])
  if ((await find()).rows.length === 0) {
    await client.query('begin')
    const { rows } = await client.query(
      `insert into chat.room (community_id, kind, identifier, name, participants_count, sequence, position) values ($1, 'group_chat', $2, 'Long talk', 2, $3, $3) returning id`,
      [community, identifier, length],
    )
    const { id } = rows[0]
    await client.query('insert into chat.participant (community_id, room_id, member_id, read_position) select $1, $2, m, $4 from unnest($3::bigint[]) m', [
      ...[community, id, members, length / 2],
    ])
    await client.query(
      `insert into chat.message (community_id, room_id, member_id, position, sequence, text, body, created_at)
       select $1, $2, ($3::bigint[])[1 + i % 2], i, i, t.text,
         json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph', 'content', json_build_array(json_build_object('type', 'text', 'text', t.text))))),
         now() - interval '1 minute' * ($4 - i)
       from generate_series(1, $4::int) i cross join lateral (select 'Message ' || i || ' of a long evening at the kiln, cone ten and rising.' as text) t`,
      [community, id, members, length],
    )
    await client.query(
      `update chat.room r set last_message_id = m.id, last_message_at = m.created_at from chat.message m
       where r.id = $1 and m.community_id = r.community_id and m.room_id = r.id and m.position = $2`,
      [id, length],
    )
    await client.query('commit')
  }
  const [room] = (await find()).rows
  const { rows } = await client.query('select id from chat.message where community_id = $1 and room_id = $2 and position = $3', [
    community,
    room.id,
    length / 2,
  ])
  return { uuid: room.uuid as string, middle: rows[0].id as number }
}
