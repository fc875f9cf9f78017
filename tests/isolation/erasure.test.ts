/** What is left of somebody who deleted their account: a person with a mark in every field, looked for in every column and every file afterwards. */
import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { PASSWORD, recordsOf, type TestApp, type TestMember, sessionFor } from '@atrium/sdk/testing'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import home from '../../plugins/home/contract.ts'
import polls from '../../plugins/polls/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import { doc, openFilled, renew, type Side, upload } from './world.ts'

/** Stands in all that is the person's alone; no stemmer shortens it. */
const CANARY = 'Zqcanarx'
const EMAIL = `${CANARY.toLowerCase()}@example.com`
/** Stands in what they said to others, which stays. */
const SAID = 'spokenword'
const SOUND = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=', 'base64')

describe('erasure', () => {
  let app: TestApp
  let side: Side
  let person: TestMember
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
  })
  after(() => app?.close())

  /** Where the mark stands: `schema.table.column` with a piece of what is there. */
  async function traces(): Promise<string[]> {
    const columns = await app.sql<{ schema: string; table: string; column: string }>(
      `select c.table_schema as schema, c.table_name as table, c.column_name as column from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
         and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector', 'USER-DEFINED') or c.udt_name = 'citext') order by 1, 2, 3`,
    )
    expect(columns.length).to.be.above(150)
    const found: string[] = []
    for (const { schema, table, column } of columns) {
      const rows = await app.sql<{ value: string }>(`select "${column}"::text as value from "${schema}"."${table}" where "${column}"::text ilike $1`, [
        `%${CANARY}%`,
      ])
      for (const { value } of rows) {
        const at = value.toLowerCase().indexOf(CANARY.toLowerCase())
        found.push(`${schema}.${table}.${column}: …${value.slice(Math.max(0, at - 60), at + 60)}…`)
      }
    }
    return found
  }
  const stored = () => {
    const folder = path.join(app.kernel.modules.config.dataDir, 'files')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile())
  }

  async function makePerson(): Promise<void> {
    const { open } = side
    person = await app.member('admin', { name: `${CANARY} O'Neill <b>` })
    const { accountId, id, communityId } = person
    await app.sql('update kernel.account set email = $2, name = $3 where id = $1', [accountId, EMAIL, `${CANARY} Account`])
    await app.kernel.modules.accounts.people.createAccount({ email: EMAIL, name: 'x', password: PASSWORD, confirmed: true })
    const as = app.as(person)
    const ok = async (method: string, address: string, body?: unknown) => {
      const answer = await as.send(method, address, body, { 'user-agent': CANARY })
      expect(answer.status, `${method} ${address} ${JSON.stringify(answer.body)}`).to.be.below(300)
      return answer.body
    }
    // the profile, and two faces
    for (const face of ['first', 'second'])
      await ok('PATCH', '/internal_api/account', {
        ...{ headline: CANARY, bio: `${CANARY} bio`, location: CANARY, website: `https://${CANARY}.example`, time_zone: 'America/Sao_Paulo', locale: 'pt-BR' },
        avatar_signed_id: (await upload(app, person, `${CANARY}-${face}.png`)).signed_id,
      })
    await upload(app, person, `${CANARY}-unused.txt`, Buffer.from(`${CANARY} in a file`))
    await ok('POST', '/internal_api/direct_uploads', { blob: { filename: `${CANARY}-cut.png`, byte_size: 5 } })

    // ways in
    const token = await ok('POST', '/internal_api/admin/api_tokens', { name: CANARY, scopes: ['read'] })
    expect(token.token).to.be.a('string')
    await app.sql(`update kernel.session set user_agent = $2, ip = $2 where account_id = $1`, [accountId, CANARY])
    await app.sql(`insert into kernel.passkey (account_id, credential_id, public_key, name) values ($1, $2, '\\x00', $2)`, [accountId, CANARY])
    await app.sql(`insert into kernel.linked_identity (account_id, issuer, subject, label, email) values ($1, 'https://id.example', $2, $2, $3)`, [
      ...[accountId, CANARY, `linked-${EMAIL}`],
    ])
    await app.sql(
      `insert into kernel.sign_in_step (token_hash, kind, account_id, data, expires_at) values ('\\x01', 'provider', $1, json_build_object('email', $2::text), now() + interval '1 hour')`,
      [accountId, EMAIL],
    )
    await ok('POST', '/internal_api/passwords', { email: EMAIL })
    await ok('PATCH', '/internal_api/account/email', { email: `new-${EMAIL}`, password: PASSWORD })

    // what is written and not said yet
    const { space } = open
    const at = { params: { spaceId: space.id } }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const write = (name: string, more: object) =>
      as.call(posts.routes.create, { ...at, body: { post: { name, tiptap_body: { body: doc(name) }, ...more } } as never })
    const cover = await upload(app, person, `${CANARY}-cover.png`)
    await write(`${CANARY} draft`, { status: 'draft', cover_image: cover.signed_id })
    await write(`${CANARY} planned`, { status: 'scheduled', scheduled_at: tomorrow })
    const regretted = await write(`${CANARY} regretted`, {})
    await as.call(posts.routes.destroy, { params: { spaceId: space.id, postSlug: regretted.slug } })
    await as.call(content.routes.createBookmark, { body: { record_id: open.post.id, bookmark_type: 'post', note: CANARY } })
    await as.call(content.routes.follow, { params: { postId: open.post.id } })
    await as.call(home.routes.visit)
    await as.call(home.routes.closeBanner)
    await ok('POST', '/internal_api/media_progress', { file_id: open.sound.id, session: randomUUID(), position: 1, watched: 1 })

    // what is said
    const post = await write(`${SAID} post`, {})
    const mine = { params: { postId: post.id } }
    await as.call(content.routes.createComment, { ...mine, body: { comment: { body: `${SAID} comment` } } })
    await as.call(content.routes.like, { body: { user_likeable_type: 'Post', user_likeable_id: open.post.id } })
    await as.call(polls.routes.create, { body: { poll: { record_type: 'Post', record_id: post.id, title: `${SAID}?`, poll_options: ['Yes', 'No'] } } })
    const { chat_room: room } = await as.call(chat.routes.create, {
      body: { chat_room: { kind: 'group_chat', name: SAID, community_member_ids: [side.admin.id, side.member.id], body: `${SAID} message` } },
    })
    const there = { params: { uuid: room.uuid } }
    await as.call(chat.routes.schedule, { ...there, body: { body: `${CANARY} later`, send_at: tomorrow } })
    await as.call(chat.routes.remind, { params: { uuid: room.uuid, messageId: room.last_message!.id }, body: { remind_at: tomorrow } })
    const voice = await upload(app, person, `${CANARY}.wav`, SOUND)
    await as.call(chat.routes.processVoice, { body: { signed_id: voice.signed_id, duration_ms: 900, peaks: [10, 90] } })
    const picture = await upload(app, person, `${CANARY}-waiting.png`)
    await as.call(chat.routes.schedule, {
      ...there,
      body: { rich_text_body: { body: doc(CANARY, [{ type: 'image', attrs: { signed_id: picture.signed_id } }]) }, send_at: tomorrow } as never,
    })

    // what others say of them
    const mention = {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { id, label: person.name } },
        { type: 'text', text: ' came' },
      ],
    }
    const other = app.as(side.admin)
    const naming = await other.call(posts.routes.create, { ...at, body: { post: { name: 'Naming', tiptap_body: { body: doc('Look who', [mention]) } } } })
    await other.call(posts.routes.update, { params: { spaceId: space.id, postSlug: naming.slug }, body: { post: { name: 'Naming them' } } })
    await other.call(content.routes.createComment, { params: { postId: naming.id }, body: { comment: { tiptap_body: { body: doc('Hear', [mention]) } } } })
    const told = await other.call(chat.routes.createMessage, { ...there, body: { rich_text_body: { body: doc('Hello', [mention]) } } as never })
    await other.call(chat.routes.updateMessage, {
      params: { uuid: room.uuid, id: told.id },
      body: { rich_text_body: { body: doc('Hello again', [mention]) } } as never,
    })

    // invitations from them and to them, with their mails
    await ok('POST', `/internal_api/spaces/${space.id}/invitations`, { emails: ['guest-of-canary@example.com'], message: 'Come' })
    const invited = await other.send('POST', `/internal_api/spaces/${space.id}/invitations`, { emails: [EMAIL] })
    expect(invited.status, JSON.stringify(invited.body)).to.be.below(300)
    // asked before they ran the community
    await app.sql('insert into spaces.join_request (community_id, space_id, member_id, message) values ($1, $2, $3, $4)', [
      communityId,
      side.closed.space.id,
      id,
      `${CANARY} asks`,
    ])
    await app.sql('update spaces.space set requests_count = requests_count + 1 where id = $1', [side.closed.space.id])
    await app.run(communityId, (ctx) => ctx.mail({ to: EMAIL, locale: 'en-US', subject: CANARY, text: CANARY }))
    await app.run(communityId, (ctx) => ctx.mail({ to: `${side.member.id}@example.com`, locale: 'en-US', subject: 'Answer', text: 'Answer', replyTo: EMAIL }))

    // acts of theirs and upon them, and work that is parked
    await other.send('PUT', `/internal_api/community_members/${id}/roles`, { roles: ['admin'] })
    await app.run(communityId, (ctx) => ctx.audit('member.imported', `member:${id}`, { email: EMAIL, name: person.name }))
    await app.sql(
      `select graphile_worker.add_job('test.nothing', json_build_object('communityId', $1::bigint, 'email', $2::text), run_at := now() + interval '1 day')`,
      [...[communityId, EMAIL]],
    )
    await app.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no mailbox ' || $1 where payload ->> 'email' = $1 and attempts = 0 and run_at > now()`,
      [EMAIL],
    )
    await app.sql(`insert into kernel.audit (community_id, member_id, action, subject, data, ip) values ($1, $2, 'theme.changed', 'community', '{}', $3)`, [
      ...[communityId, id, CANARY],
    ])
    // at home in another community as well
    const second = await app.community()
    await app.run(second.id, (ctx) => ctx.members.add({ email: EMAIL, name: CANARY, bio: CANARY }) as never)
    await app.settle()
  }

  it('A85: of a deleted account nothing is left in any column or file; what the person said stays under no name', async () => {
    await makePerson()
    await renew(app, side)
    const places = new Set((await traces()).map((line) => line.split(':')[0]))
    // the search finds what was put there: else it would prove nothing
    for (const place of [
      ...['kernel.account.email', 'kernel.member.name', 'kernel.member.bio', 'kernel.session.user_agent', 'kernel.mail.recipient', 'kernel.mail.html'],
      ...['kernel.audit.data', 'kernel.audit.ip', 'kernel.file.filename', 'kernel.search_document.body', 'kernel.search_document.words', 'kernel.passkey.name'],
      ...['posts.post.name', 'posts.post.body', 'posts.post.text', 'posts.revision.body', 'content.comment.body', 'content.bookmark.note', 'chat.message.body'],
      ...[
        'chat.revision.body',
        'chat.scheduled.body',
        'spaces.invitation.email',
        'spaces.join_request.message',
        'graphile_worker._private_jobs.payload',
        'kernel.one_time_token.data',
      ],
    ])
      expect(places, [...places].join('\n')).to.include(place)
    const files = await app.sql<{ key: string }>('select key from kernel.file where member_id = $1 and filename ilike $2', [person.id, `%${CANARY}%`])
    // a recording may have become another file by now
    expect(files.length).to.be.above(4)
    const holds = (file: string) => files.some(({ key }) => file.includes(key)) || readFileSync(file).includes(CANARY)
    expect(stored().filter(holds).length).to.be.above(4)
    // one that is off here keeps its rows, and gives up its part all the same
    await app.switch('chat', false, side.communityId)

    person.token = (await sessionFor(app, person.accountId, side.communityId)).token
    const gone = await app.as(person).send('DELETE', '/internal_api/account', { password: PASSWORD })
    expect(gone.status, JSON.stringify(gone.body)).to.equal(200)
    await app.settle()
    expect(await traces()).to.deep.equal([])
    expect(stored().filter(holds)).to.deep.equal([])
    for (const table of [
      'session',
      'one_time_token',
      'one_time_code',
      'second_factor',
      'recovery_code',
      'passkey',
      'linked_identity',
      'sign_in_step',
      'api_token',
      'member_token',
    ])
      expect(await app.sql(`select 1 from kernel.${table} where account_id = $1`, [person.accountId]), table).to.deep.equal([])
    expect(await app.sql(`select task_identifier, last_error from graphile_worker.jobs where task_identifier = 'kernel.erase'`)).to.deep.equal([])

    await app.switch('chat', true, side.communityId)
    const said = await app.sql<{ text: string }>(
      `select text from posts.post where author_member_id = $1 union all select text from content.comment where member_id = $1 union all select text from chat.message where member_id = $1`,
      [person.id],
    )
    expect(said.map(({ text }) => text).sort()).to.deep.equal([`${SAID} comment`, `${SAID} message`, `${SAID} post`])
    const { body: page } = await app.as(side.admin).send('GET', `/internal_api/spaces/${side.open.space.id}/posts`)
    expect(JSON.stringify(page)).to.include('Former member').and.include('Look who')
    const { body: hits } = await app.as(side.admin).send('GET', '/internal_api/search?text=came')
    expect(JSON.stringify(hits.records)).to.include('@Former member')
  })

  it('A85: every table of a plugin that holds words of a member says whether they stay', async () => {
    const tables = await app.sql<{ name: string; columns: string[] }>(
      `select table_schema || '.' || table_name as name, array_agg(column_name::text) filter (where column_name like '%member_id') as columns
       from information_schema.columns c
       where table_schema not in ('pg_catalog', 'information_schema', 'public', 'kernel', 'graphile_worker')
       group by table_schema, table_name
       having bool_or(column_name like '%member_id') and bool_or(data_type in ('text', 'json', 'jsonb')) order by 1`,
    )
    const said = [...(await recordsOf(app)).values()].map(({ leaving }) => leaving ?? {})
    const [stays, goes] = [said.flatMap(({ stays = [] }) => stays), said.flatMap(({ goes = [] }) => goes)]
    expect(tables.map(({ name }) => name)).to.have.members([...stays, ...goes])
    for (const { name, columns } of tables.filter(({ name }) => goes.includes(name)))
      for (const column of columns) {
        const [schema, table] = name.split('.')
        expect(await app.sql(`select 1 from "${schema}"."${table}" where "${column}" = $1`, [person.id]), `${name}.${column}`).to.deep.equal([])
      }
  })

  it('A85: it may be done once more, and an email under way finds nobody', async () => {
    await renew(app, side)
    const { memberId, formerName } = { memberId: person.id, formerName: 'Former member' }
    await app.kernel.modules.data.systemTx((client: never) =>
      app.kernel.modules.jobs.addIn(client, {
        communityId: side.communityId,
        task: 'kernel.erase',
        payload: { memberId, formerName, emails: [EMAIL], names: [CANARY] },
      }),
    )
    await app.kernel.modules.data.systemTx((client: never) =>
      app.kernel.modules.jobs.addIn(client, {
        communityId: side.communityId,
        task: 'auth.email',
        payload: { kind: 'confirm', accountId: person.accountId, email: EMAIL, locale: 'en-US' },
      }),
    )
    await app.settle()
    expect(await traces()).to.deep.equal([])
  })
})
