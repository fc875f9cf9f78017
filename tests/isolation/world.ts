/** Two communities filled by the real calls, every text of theirs marked, so that a leak or a foreign write can be seen. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import sharp from 'sharp'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import home from '../../plugins/home/contract.ts'
import polls from '../../plugins/polls/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import entries from '../../plugins.config.ts'

export type Kind = 'open' | 'closed' | 'secret'
export const PASSWORD = 'Secret-1'

/** A space with one of everything that hangs on it, made by the admin, and one of everything an admin keeps. */
export interface Target {
  side: Side
  kind: Kind
  /** Stands in every text of this target. */
  word: string
  group: { id: number; slug: string }
  space: { id: number; slug: string }
  post: { id: number; slug: string }
  /** A deleted post, for undoing. */
  gone: { id: number; slug: string }
  comment: { id: number }
  bookmark: { id: number }
  follower: { id: number }
  /** Whom the admin has added to space and group. */
  guest: TestMember
  membership: { id: number }
  invitation: { id: number }
  file: { id: number; signedId: string; url: string }
  upload: { signedId: string }
  /** In the post too; nothing makes it ready here. */
  sound: { id: number; url: string }
  transcript: { id: number }
  topic: { id: number }
  revision: { id: number }
  bulk: { id: number }
  poll: { id: number; option: number; vote: number }
  /** A group chat of the admin and the guest. */
  chat: { id: number; uuid: string; message: number; reply: number; participant: number; scheduled: number; voice: string }
  role: { id: number }
  token: { id: number; token: string }
  mail: { id: number }
  /** The admin's own. */
  passkey: number
  linked: number
  provider: { key: string }
  session: { id: number }
  deadJob: number
}
export interface Side {
  communityId: number
  name: string
  slug: string
  admin: TestMember & { email: string }
  moderator: TestMember
  member: TestMember
  open: Target
  closed: Target
  secret: Target
}

export const doc = (text: string, more: { type: string; [key: string]: unknown }[] = []) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...more],
})

/** Every plugin of this Atrium but the demo. */
export const openWorld = (): Promise<TestApp> => testApp(entries.filter((entry) => path.basename(typeof entry === 'string' ? entry : entry.from) !== 'demo'))

/** What `/openapi.json` describes, a route each. */
export interface Operation {
  method: string
  address: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Record<string, any> }[]
  requestBody?: { content: Record<string, { schema: Record<string, any> }> }
}
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { body } = await app.as(null).send('GET', '/openapi.json')
  return Object.entries<Record<string, any>>(body.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), address })),
  )
}

/** A session for anybody, in any community's place: `communityId` is what the bare host shows to it. */
export async function sessionFor(app: TestApp, accountId: number, communityId: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await app.sql<{ id: number }>(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', now(), now() + interval '1 day') returning id`,
    [createHash('sha256').update(token).digest(), accountId, communityId],
  )
  return { id: row!.id, token }
}

async function ok(promise: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await promise
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body
}

export async function upload(app: TestApp, member: TestMember, filename: string, bytes?: Uint8Array) {
  const data =
    bytes ??
    (await sharp({ create: { width: 40, height: 30, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer())
  const as = app.as(member)
  const begun = await ok(as.send('POST', '/internal_api/direct_uploads', { blob: { filename, byte_size: data.length } }))
  return ok(as.send('PUT', begun.direct_upload.url, data, { 'content-type': 'application/octet-stream', 'upload-offset': '0' }))
}

/** The head of a recording without a sound in it, so that no time goes into making it ready. */
const SOUND = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=', 'base64')
async function makeTalk(app: TestApp, admin: TestMember, guest: TestMember, word: string) {
  const as = app.as(admin)
  const { chat_room: room } = await as.call(chat.routes.create, {
    body: { chat_room: { kind: 'group_chat', name: word, community_member_ids: [guest.id], body: word } },
  })
  const at = { params: { uuid: room.uuid } }
  const message = room.last_message!.id
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const reply = await as.call(chat.routes.createMessage, { ...at, body: { body: `${word} reply`, parent_message_id: message } })
  await as.call(chat.routes.updateMessage, { params: { uuid: room.uuid, id: reply.id }, body: { body: `${word} answer` } })
  const scheduled = await as.call(chat.routes.schedule, { ...at, body: { body: word, send_at: tomorrow } })
  await as.call(chat.routes.remind, { params: { uuid: room.uuid, messageId: message }, body: { remind_at: tomorrow } })
  const { signed_id } = await upload(app, admin, `${word}.wav`, SOUND)
  await as.call(chat.routes.processVoice, { body: { signed_id, duration_ms: 900, peaks: [10, 90] } })
  const { records } = await as.call(chat.routes.participants, at)
  const participant = records.find(({ community_member_id }) => community_member_id === guest.id)!.id
  return { id: room.id, uuid: room.uuid, message, reply: reply.id, participant, scheduled: scheduled.id, voice: signed_id as string }
}

let counter = 0
export async function makeTarget(app: TestApp, side: Side, kind: Kind): Promise<Target> {
  app.resetLimits()
  const mark = ++counter
  const word = `canary${side.name}${kind}x`
  const { admin, communityId } = side
  admin.token = (await sessionFor(app, admin.accountId, communityId)).token
  const as = app.as(admin)
  const group = await as.call(spaces.routes.createGroup, { body: { name: `Group ${mark}` } })
  const shown = kind === 'secret' ? word : 'Room'
  const { space } = await as.call(spaces.routes.create, {
    body: {
      name: `${shown} ${mark}`,
      slug: `room-${mark}`,
      space_group_id: group.id,
      description: kind === 'closed' ? null : word,
      is_private: kind !== 'open',
      is_hidden: kind === 'secret',
    },
  })
  const guest = await app.member('member', { community: { id: communityId } })
  await as.call(spaces.routes.bulkAddGroupMembers, { params: { space_group_id: group.id }, body: { community_member_ids: [admin.id, guest.id] } })
  await as.call(spaces.routes.addMember, { params: { space_id: space.id }, body: { community_member_id: guest.id } })
  const members = await as.call(spaces.routes.members, { params: { space_id: space.id } })
  const invited = await as.call(spaces.routes.invite, { params: { id: space.id }, body: { emails: [`${word}-${mark}@example.com`] } })
  const topic = await as.call(posts.routes.createTopic, { body: { name: `Topic ${mark}` } })

  // the limit of five unfinished uploads is not what is tried here
  await app.sql(`update kernel.file set status = 'failed' where status = 'uploading' and member_id = $1`, [admin.id])
  const picture = await upload(app, admin, `${word}.png`)
  // an inner address: the card is asked for, and nobody is called
  await ok(app.as(admin).send('POST', '/internal_api/embeds', { url: `http://10.0.0.1/${word}` }))
  const begun = await ok(as.send('POST', '/internal_api/direct_uploads', { blob: { filename: `${word}.png`, byte_size: 5 } }))
  const sound = await upload(app, admin, `${word}.wav`, SOUND)
  await ok(as.send('POST', '/internal_api/media_progress', { file_id: sound.id, session: randomUUID(), position: 1, watched: 1 }))
  const transcript = await ok(
    as.send('POST', '/internal_api/media_transcripts', { file_id: sound.id, language: 'en', label: word, cues: [{ start: 0, end: 1, text: word }] }),
  )
  const image = { type: 'image', attrs: { signed_id: picture.signed_id, alt: word } }
  const greeting = { type: 'paragraph', content: [{ type: 'mention', attrs: { id: guest.id, label: guest.name } }] }
  const write = (name: string) =>
    as.call(posts.routes.create, {
      params: { spaceId: space.id },
      body: {
        post: {
          name,
          slug: `p-${mark}`,
          tiptap_body: { body: doc(word, [image, { type: 'file', attrs: { signed_id: sound.signed_id } }]) },
          cover_image: picture.signed_id,
          topics: [topic.id],
        },
      },
    })
  const post = await write(`${word} post`)
  const gone = await write(`${word} gone`)
  await as.call(posts.routes.destroy, { params: { spaceId: space.id, postSlug: gone.slug } })
  await app.sql('insert into posts.former (community_id, space_id, slug, post_id) values ($1, $2, $3, $4)', [communityId, space.id, `${word}-was`, post.id])
  const edited = { params: { spaceId: space.id, postSlug: post.slug } }
  await as.call(posts.routes.update, { ...edited, body: { post: { name: `${word} post, edited` } } })
  const revisions = await as.call(posts.routes.revisions, edited)
  const bulk = await as.call(posts.routes.startBulk, { body: { action: 'topics', ids: [post.id], topics: [topic.id] } })
  const poll = await as.call(polls.routes.create, {
    body: { poll: { record_type: 'Post', record_id: post.id, title: `${word}?`, poll_options: [`${word} yes`, 'No'] } },
  })
  const option = poll.poll_options[0]!.id
  const vote = await as.call(polls.routes.vote, { params: { pollId: poll.id }, body: { poll_response: { poll_option_id: option } } })
  const at = { params: { postId: post.id } }
  const comment = await as.call(content.routes.createComment, { ...at, body: { comment: { body: `${word} comment` } } })
  await as.call(content.routes.createComment, {
    ...at,
    body: { comment: { tiptap_body: { body: doc(`${word} reply`, [greeting]) }, parent_comment_id: comment.id } },
  })
  const talk = await makeTalk(app, admin, guest, word)
  await as.call(home.routes.closeBanner)
  await as.call(home.routes.visit)
  for (const [type, id] of [
    ['Post', post.id],
    ['Comment', comment.id],
  ] as const) {
    await as.call(content.routes.like, { body: { user_likeable_type: type, user_likeable_id: id } })
    await as.call(content.routes.react, { body: { reactable_type: type.toLowerCase(), reactable_id: id, emoji: '🔥' } })
  }
  const bookmark = await as.call(content.routes.createBookmark, { body: { record_id: post.id, bookmark_type: 'post', note: word } })
  const follower = await as.call(content.routes.follow, at)
  const role = await ok(as.send('POST', '/internal_api/roles', { name: `${word} ${mark}`, permissions: ['posts.create'] }))
  const token = await ok(as.send('POST', '/internal_api/api_tokens', { name: word, scopes: ['read', 'write', 'admin'] }))
  await app.run(communityId, (ctx) => ctx.mail({ to: admin.email, subject: word, text: word }))
  const [mail] = await app.sql<{ id: number }>('select id from kernel.mail where community_id = $1 order by id desc limit 1', [communityId])
  const [job] = await app.sql<{ id: string }>(
    `select id from graphile_worker.add_job('test.nothing', json_build_object('communityId', $1::bigint, 'word', $2::text), run_at := now() + interval '1 day')`,
    [communityId, word],
  )
  await app.sql('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [job!.id])
  const [passkey] = await app.sql<{ id: number }>(
    `insert into kernel.passkey (account_id, credential_id, public_key, name) values ($1, $2, '\\x00', $3) returning id`,
    [admin.accountId, `${word}-${mark}`, word],
  )
  const [linked] = await app.sql<{ id: number }>(
    `insert into kernel.linked_identity (account_id, issuer, subject, label) values ($1, 'https://id.example', $2, $3) returning id`,
    [admin.accountId, `${word}-${mark}`, word],
  )
  const provider = await ok(as.send('POST', '/internal_api/sign_in_providers', { label: `Provider ${mark}`, issuer: 'https://127.0.0.1:1', client_id: word }))
  const session = await sessionFor(app, admin.accountId, communityId)
  return {
    ...{
      side,
      kind,
      word,
      group,
      space,
      post,
      gone,
      comment,
      bookmark,
      follower,
      guest,
      topic,
      role,
      token,
      session,
      provider,
      passkey: passkey!.id,
      linked: linked!.id,
    },
    invitation: { id: invited.records[0]!.id },
    revision: revisions.records[0]!,
    bulk: { id: bulk.id },
    poll: { id: poll.id, option, vote: vote.id },
    chat: talk,
    membership: { id: members.records.find(({ community_member_id }) => community_member_id === guest.id)!.id },
    file: { id: picture.id, signedId: picture.signed_id, url: picture.url },
    upload: { signedId: begun.signed_id },
    sound: { id: sound.id, url: sound.url },
    transcript: { id: transcript.id },
    mail: mail!,
    deadJob: Number(job!.id),
  }
}

/** New sessions for a side's people, for walks end some. */
export async function renew(app: TestApp, { admin, moderator, member, communityId }: Side): Promise<void> {
  for (const person of [admin, moderator, member]) person.token = (await sessionFor(app, person.accountId, communityId)).token
}

/** @param name stands in its texts; letters only */
export async function fillSide(app: TestApp, name: string, communityId: number): Promise<Side> {
  const [community] = await app.sql<{ slug: string }>('select slug from kernel.community where id = $1', [communityId])
  const person = async (role: string) => {
    const member = await app.member(role, { community: { id: communityId } })
    const [account] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId])
    await app.kernel.rooms.accounts.people.createAccount({ email: account!.email, name: member.name, password: PASSWORD, confirmed: true })
    return { ...member, email: account!.email }
  }
  const side = {
    communityId,
    name,
    slug: community!.slug,
    admin: await person('admin'),
    moderator: await person('moderator'),
    member: await person('member'),
  } as unknown as Side
  const mark = `canary${name}openx`
  await ok(
    app
      .as(side.member)
      .send('PATCH', '/internal_api/account', { headline: mark, bio: mark, avatar_signed_id: (await upload(app, side.member, 'face.png')).signed_id }),
  )
  await ok(app.as(side.admin).send('PATCH', '/internal_api/plugin_settings/home', { banner_title: mark }))
  await ok(app.as(side.admin).send('PATCH', '/internal_api/community', { name: mark, logo_signed_id: (await upload(app, side.admin, 'logo.png')).signed_id }))
  const admin = app.as(side.admin)
  await ok(admin.send('PATCH', '/internal_api/settings/legal', { terms: { enabled: true, body: doc(mark) } }))
  await ok(admin.send('PATCH', '/internal_api/community/custom_domain', { domain: `${name}.example.org` }))
  await ok(admin.send('POST', '/internal_api/legal/consent'))
  for (const kind of ['open', 'closed', 'secret'] as const) side[kind] = await makeTarget(app, side, kind)
  return side
}

export interface Row {
  table: string
  row: Record<string, unknown>
}
/** Everything the database keeps of a community, what the workers do to it in passing aside. */
export async function rowsOf(app: TestApp, communityId: number): Promise<Map<string, Row>> {
  const tables = await app.sql<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.columns
     where column_name = 'community_id' and table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'session' order by 1, 2`,
  )
  const text = tables.map(({ schema, name }) => `select '${schema}.${name}' as table, to_jsonb(t) as row from "${schema}"."${name}" t where community_id = $1`)
  const rows = await app.sql<Row>(
    `${text.join(' union all ')}
     union all select 'kernel.community', to_jsonb(c) from kernel.community c where id = $1
     union all select 'kernel.account', to_jsonb(a) from kernel.account a where id in (select account_id from kernel.member where community_id = $1)
     union all select 'jobs.dead', jsonb_build_object('id', id) from graphile_worker._private_jobs where attempts >= max_attempts and (payload ->> 'communityId')::bigint = $1`,
    [communityId],
  )
  // seen, relayed and used are traces of work, which tests of others cannot keep still
  for (const { row } of rows) for (const trace of ['last_seen_at', 'relayed_at', 'last_used_at']) delete row[trace]
  return new Map(rows.map((item) => [`${item.table} ${JSON.stringify(item.row)}`, item]))
}

/** Rows that belong to the inside of these spaces. */
export function insideOf(targets: Target[], rows: Map<string, Row>): Map<string, Row> {
  const words = targets.map(({ word }) => word)
  const has = (pick: (target: Target) => number, value: unknown) => targets.some((target) => pick(target) === value)
  const inside = ({ row }: Row) =>
    has(({ space }) => space.id, row.space_id) ||
    (row.kind === 'post' && (has(({ post }) => post.id, row.record_id) || has(({ gone }) => gone.id, row.record_id))) ||
    (row.kind === 'comment' && has(({ comment }) => comment.id, row.record_id))
  return new Map([...rows].filter(([text, item]) => inside(item) || words.some((word) => text.includes(word))))
}

/** What went and what came, for people to read. */
export function difference(before: Map<string, Row>, after: Map<string, Row>): string[] {
  return [
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `- ${key}`),
    ...[...after.keys()].filter((key) => !before.has(key)).map((key) => `+ ${key}`),
  ].map((line) => line.slice(0, 400))
}

/** Waits for what is made ready of sounds and videos too: a busy process puts that off, which `settle` alone takes for done. */
export async function settleMedia(app: TestApp): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    await app.settle()
    const [{ open }] = (await app.sql(`select count(*)::int as open from media.transcoding where status in ('pending', 'processing')`)) as [{ open: number }]
    if (open === 0) return
    if (Date.now() > until) throw new Error(`${open} sounds and videos are not ready after a minute`)
    await new Promise((done) => setTimeout(done, 200))
  }
}
