/** The walls between communities and round private spaces: in the database, in every route (A01–A10, A20). */
import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Contract, Route } from '@atrium/sdk'
import { type CallResult, type Input, recordsOf, type TestApp, type TestMember, toCall } from '@atrium/sdk/testing'
import spaces from '../../plugins/spaces/contract.ts'
import type { BoundRoute } from '../../kernel/http/dispatch.ts'
import { doc, entriesOf, fillSide, makeTarget, openWorld, renew, type Side, sessionFor, settleAll, type Target, watchCommunities } from './world.ts'

const keyOf = (route: Route) => `${route.plugin}.${route.name}`

describe('walls', function () {
  this.timeout(180_000)
  let app: TestApp
  let a: Side
  let b: Side
  let routes: BoundRoute[]
  let entries: Awaited<ReturnType<typeof entriesOf>>
  let watched: Awaited<ReturnType<typeof watchCommunities>>
  const inside = () => [a.closed, a.secret]

  before(async () => {
    app = await openWorld()
    a = await fillSide(app, 'ada', await app.primaryId())
    b = await fillSide(app, 'bob', (await app.community()).id)
    routes = app.kernel.http.bound
    entries = await entriesOf(app)
    await settleAll(app)
    watched = await watchCommunities(app)
  })
  beforeEach(() => Promise.all([renew(app, a), renew(app, b)]))
  after(() => app?.close())

  describe('in the database (A20)', () => {
    it('stand round every table with a community, and the app role owns nothing and passes none', async () => {
      const role = await appRole()
      const tables = await app.sql<{ name: string; secured: boolean; rules: { cmd: string; rule: string; check: string }[]; granted: boolean }>(
        `select n.nspname || '.' || c.relname as name, c.relrowsecurity as secured,
           coalesce((select json_agg(json_build_object('cmd', p.polcmd, 'rule', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)))
             from pg_policy p where p.polrelid = c.oid), '[]') as rules,
           has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger') or has_any_column_privilege($1, c.oid, 'select, insert, update, references') as granted
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
           and exists (select from pg_attribute where attrelid = c.oid and attname = 'community_id' and not attisdropped)`,
        [role],
      )
      expect(tables.length).to.be.above(15)
      for (const { name, secured, rules, granted } of tables) {
        // the owner's own tables are out of the role's reach altogether
        if (['kernel.session', 'kernel.api_token'].includes(name)) expect(granted, name).to.equal(false)
        else {
          expect(secured, `row-level security of ${name}`).to.equal(true)
          expect(rules, `policies of ${name}`).to.have.length(1)
          expect(rules[0]!.cmd).to.equal('*')
          for (const expression of [rules[0]!.rule, rules[0]!.check])
            expect(expression, name).to.match(/^\(community_id = .*current_setting\('app.community_id'/)
        }
      }
      const [rights] = await app.sql('select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit from pg_roles where rolname = $1', [role])
      expect(rights).to.deep.include({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
      const owned = await app.sql(
        `select relname as name from pg_class where relowner = $1::regrole union all select proname from pg_proc where proowner = $1::regrole
         union all select nspname from pg_namespace where nspowner = $1::regrole union all select rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = $1::regrole`,
        [role],
      )
      expect(owned).to.deep.equal([])
    })

    it('hide every row of A from raw statements, the ORM and prepared reads of B, and take none for A', async () => {
      const { data } = app.kernel.rooms
      const tables = await app.sql<{ name: string; id: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
         where column_name = 'community_id' and table_schema not in ('pg_catalog', 'information_schema') and table_name not in ('session', 'api_token')`,
      )
      for (const mode of ['read', 'write'] as const)
        for (const { name } of tables)
          await data.unit({ communityId: b.communityId, mode }, async (unit: any) => {
            const count = (rows: { n: number }[]) => rows[0]!.n
            expect(count(await unit.sql(`select count(*)::int as n from ${name} where community_id <> $1`)), name).to.equal(0)
            expect(count(await unit.read({ name: `test.${name}`, text: `select count(*)::int as n from ${name} where community_id <> $1` })), name).to.equal(0)
            expect(await unit.em.execute(`select community_id from ${name} where community_id <> ${b.communityId}`), name).to.deep.equal([])
          })
      const filled = await app.sql(tables.map(({ name }) => `select '${name}' as name from ${name} where community_id = $1`).join(' union '), [a.communityId])
      expect(
        tables.map(({ name }) => name).filter((name) => !filled.some((row) => row.name === name)),
        'tables the world leaves empty, so that nothing is proven of them',
      ).to.deep.equal([])
      await watched.changes(a.communityId)
      for (const { name } of tables)
        for (const statement of [
          `insert into ${name} select * from jsonb_populate_record(null::${name}, $2::jsonb)`,
          `update ${name} set community_id = $3 where community_id = $1`,
          `update ${name} set community_id = community_id where community_id = $3`,
          `delete from ${name} where community_id = $3`,
        ]) {
          const [sample] = await app.sql(`select to_jsonb(t) - 'words' || '{"id": 987654321}' as row from ${name} t where community_id = $1 limit 1`, [
            a.communityId,
          ])
          const params = statement.startsWith('insert') ? [JSON.stringify(sample!.row)] : [null, a.communityId]
          const text = statement.startsWith('insert')
            ? `${statement} where $1::bigint is not null`
            : `${statement} and ($2::text is null or $1::bigint is not null)`
          const outcome = await data
            .unit({ communityId: b.communityId, mode: 'write' }, (unit: any) => unit.sql(text, params))
            .then(
              () => 'done',
              (error: { code?: string }) => error.code,
            )
          // an insert or a move is refused by the policy or the grant; a change or delete finds nothing, or is refused
          const allowed = statement.includes('set community_id = $3') || statement.startsWith('insert') ? ['42501', '428C9'] : ['done', '42501']
          expect(outcome, `${statement} (${name})`).to.be.oneOf(allowed)
        }
      expect(await watched.changes(a.communityId)).to.deep.equal([])
    })

    const appRole = () =>
      app.kernel.rooms.data.app.query(b.communityId, { text: 'select current_user as role' }).then(({ rows }: any) => rows[0].role as string)
  })

  describe('in every route', () => {
    interface Person {
      name: string
      /** Community of the session; null for visitors. */
      at: Side | null
      member: TestMember | null
      /** Of the community at which the session looks; null for those who are no member there. */
      role: 'admin' | 'moderator' | 'member' | null
    }
    const people = (): Record<string, Person> => ({
      visitor: { name: 'a visitor', at: null, member: null, role: null },
      outsider: { name: 'a member of B whose session looks at A', at: a, member: b.member, role: null },
      memberB: { name: 'a member of B', at: b, member: b.member, role: 'member' },
      adminB: { name: 'the admin of B', at: b, member: b.admin, role: 'admin' },
      memberA: { name: 'a member of A', at: a, member: a.member, role: 'member' },
      moderatorA: { name: 'a moderator of A', at: a, member: a.moderator, role: 'moderator' },
      adminA: { name: 'the admin of A', at: a, member: a.admin, role: 'admin' },
    })
    /** Calls under a session of its own, since some calls end sessions. */
    async function ask(person: Person, route: Route, input: Input = {}): Promise<CallResult> {
      app.resetLimits()
      const session = person.member && (await sessionFor(app, person.member.accountId, person.at!.communityId))
      const as = app.as(session && { ...person.member!, token: session.token })
      let result!: CallResult
      await toCall(route, input, async (method, address, body) => {
        const isBytes = body instanceof Uint8Array
        const empty = body === undefined && route.method !== 'GET' ? {} : body
        result = await as.send(method, address, empty, { ...(isBytes ? { 'content-type': 'application/octet-stream' } : {}), ...input.headers })
        return result
      }).catch((error) => {
        if (!result) throw error
      })
      return result
    }
    /** What the route's `can` alone says of them: the answer's status, or null where they may go on. */
    function refusedBy({ can }: Route['options'], owner: string, { at, member, role }: Person): number | null {
      if (typeof can === 'object') return null
      if (!member) return 401
      if (can === 'account') return null
      if (!at || !role) return 403
      if (can === 'member' || role === 'admin') return null
      if (can === 'admin') return 403
      const contracts: Contract[] = [...app.kernel.root.cradle.registry.plugins.values()].map(({ contract }: any) => contract)
      const grants = contracts.find(({ id }) => id === owner)?.permissions?.[can]?.grant ?? ['admin']
      return (grants as string[]).includes(role) || (grants as string[]).includes('member') ? null : 403
    }
    const say = (result: CallResult) => JSON.stringify(result.body ?? '').slice(0, 300)
    const shows = (result: CallResult, words: string[]) => words.filter((word) => JSON.stringify([result.body, result.headers]).includes(word))

    it('are called with what their own records say, and no records name another', async () => {
      const known = new Set(routes.map(({ route }) => keyOf(route)))
      const records = [...(await recordsOf(app)).values()]
      const named = records.flatMap(({ contract, inputs }) => Object.keys(inputs ?? {}).map((name) => `${contract.id}.${name}`))
      expect(
        named.filter((key) => !known.has(key)),
        'inputs of routes that are no more',
      ).to.deep.equal([])
    })

    it('give B nothing of A, and let B change nothing there (A01–A04, A20, A23)', async () => {
      const { memberB, adminB } = people()
      const words = [a.open.word, a.closed.word, a.secret.word]
      await watched.changes(a.communityId)
      const wrong: string[] = []
      for (const { route } of routes)
        for (const person of [memberB!, adminB!])
          for (const target of [a.open, a.secret]) {
            const { input, foreign } = entries[keyOf(route)]!
            const result = await ask(person, route, input(target))
            const refused = refusedBy(route.options, route.plugin, person)
            const expected = refused !== null ? [refused] : foreign
            const title = `${person.name} ${keyOf(route)} of the ${target.kind} space: ${result.status}`
            if (result.status >= 500 || (expected && !expected.includes(result.status))) wrong.push(`${title}, not ${expected} ${say(result)}`)
            for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
            if (route.method === 'GET') continue
            for (const line of await watched.changes(a.communityId)) wrong.push(`${title} changed ${line}`)
          }
      await settleAll(app)
      wrong.push(...(await watched.changes(a.communityId)))
      expect(wrong.join('\n')).to.equal('')
    })

    it('keep the inside of private spaces from visitors, strangers, members and moderators outside (A01–A06, A10, A14)', async () => {
      const { visitor, outsider, memberA, moderatorA } = people()
      const words = inside().map(({ word }) => word)
      const look = () => watched.changes(a.communityId, inside())
      await look()
      const wrong: string[] = []
      for (const { route } of routes)
        for (const person of [visitor!, outsider!, memberA!, moderatorA!])
          for (const target of entries[keyOf(route)]!.joins && person === outsider ? [] : inside()) {
            const result = await ask(person, route, entries[keyOf(route)]!.input(target))
            const refused = refusedBy(route.options, route.plugin, person)
            const title = `${person.name} ${keyOf(route)} of the ${target.kind} space: ${result.status}`
            if (result.status >= 500 || (refused !== null && result.status !== refused)) wrong.push(`${title}, not ${refused} ${say(result)}`)
            for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
            if (route.method === 'GET') continue
            const lines = await look()
            const wide = entries[keyOf(route)]!.wide && person === moderatorA
            for (const line of wide ? [] : lines) wrong.push(`${title} changed ${line}`)
          }
      await settleAll(app)
      wrong.push(...(await look()))
      expect(wrong.join('\n')).to.equal('')
    })

    it('keep all of a private community from visitors and from members of others, its open spaces too (A01–A06, A20)', async () => {
      const { visitor, outsider, adminA } = people()
      const close = async (isPrivate: boolean) => {
        const session = await sessionFor(app, a.admin.accountId, a.communityId)
        expect((await app.as({ ...a.admin, token: session.token }).send('PATCH', '/internal_api/community', { is_private: isPrivate })).status).to.equal(200)
      }
      const words = [a.open.word, a.closed.word, a.secret.word]
      await close(true)
      const look = () => watched.changes(a.communityId, [a.open])
      await look()
      const wrong: string[] = []
      const records = await recordsOf(app)
      const within = routes.filter(({ route }) => !records.get(route.plugin)?.atTheDoor)
      for (const { route } of within)
        for (const person of [visitor!, outsider!]) {
          const { input, joins } = entries[keyOf(route)]!
          if (joins && person === outsider) continue
          const result = await ask(person, route, input(a.open))
          const title = `${person.name} ${keyOf(route)} of the private community: ${result.status}`
          if (result.status >= 500) wrong.push(`${title} ${say(result)}`)
          for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
          if (route.method === 'GET') continue
          for (const line of await look()) wrong.push(`${title} changed ${line}`)
        }
      const shown = routes.find(({ route }) => keyOf(route) === 'posts.show')!.route
      expect((await ask(adminA!, shown, entries['posts.show']!.input(a.open))).status).to.equal(200)
      await close(false)
      expect(wrong.join('\n')).to.equal('')
    })

    /** The same records, of which none is there. */
    const gone = (value: unknown, key = ''): unknown => {
      if (typeof value === 'number') return 987_000_000 + value
      if (typeof value === 'string') return /^(slug|uuid|key|signedId|voice|url)$/.test(key) ? absentText(value) : value
      if (Array.isArray(value)) return value.map((item) => gone(item))
      return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, gone(item, name)])) : value
    }
    const absentText = (text: string) => (/^[\da-f-]{36}$/.test(text) ? randomUUID() : text.replace(/[a-z\d](?=[^/.]*$)/i, 'q'))
    /** How many statements a call sends: what tells its time but for the noise. Only those of plugins, as the kernel works in between. */
    async function counted<T>(cached: Set<string>, run: () => Promise<T>): Promise<[T, number]> {
      const { query } = pg.Client.prototype
      let sent = 0
      pg.Client.prototype.query = function counting(this: pg.Client, ...args: [any]) {
        const name: string = args[0]?.name ?? ''
        if (name.includes('.') && !cached.has(name)) sent++
        return query.apply(this, args as never)
      } as typeof query
      try {
        return [await run(), sent]
      } finally {
        pg.Client.prototype.query = query
      }
    }
    it('answer as for an absent record, with as many questions to the database or one more, without an oracle (A01)', async () => {
      const { adminB, memberA, moderatorA } = people()
      const { app: _app, side, kind, word, mark, ...records } = a.secret
      const absent = { app, side, kind, word, mark, ...(gone(records) as typeof records) } as Target
      // asked for now and then, whoever asks
      const cached = new Set([...(await recordsOf(app)).values()].flatMap((one) => one.cached ?? []))
      const wrong: string[] = []
      for (const { route } of routes) {
        const { input, shared } = entries[keyOf(route)]!
        if (!route.path.includes(':')) continue
        for (const person of shared ? [adminB!] : [adminB!, memberA!, moderatorA!]) {
          const [hidden, asked] = await counted(cached, () => ask(person, route, input(a.secret)))
          const [none, expected] = await counted(cached, () => ask(person, route, input(absent)))
          if (Math.abs(asked - expected) > 1) wrong.push(`${person.name} ${keyOf(route)}: ${asked} questions, ${expected} for an absent one`)
          if (JSON.stringify([hidden.status, hidden.body]) !== JSON.stringify([none.status, none.body]))
            wrong.push(`${person.name} ${keyOf(route)}: ${hidden.status} ${say(hidden)}, absent: ${none.status} ${say(none)}`)
        }
      }
      expect(wrong.join('\n')).to.equal('')
    })

    it('take no file, topic, member, group or parent of A into records of B (A11, A20, A24)', async () => {
      const mine = await makeTarget(app, b, 'open')
      const as = app.as(b.admin)
      await settleAll(app)
      await watched.changes(a.communityId)
      const image = { type: 'image', attrs: { signed_id: a.closed.file.signedId } }
      const post = (fields: object) => ({ post: { name: 'Mixed', tiptap_body: { body: doc('x') }, ...fields } })
      const at = `/internal_api/spaces/${mine.space.id}`
      const calls: [string, string, object][] = [
        ['POST', `${at}/posts`, post({ tiptap_body: { body: doc('x', [image]) } })],
        ['POST', `${at}/posts`, post({ cover_image: a.open.file.signedId })],
        ['POST', `${at}/posts`, post({ topics: [a.open.topic.id] })],
        ['PATCH', `${at}/posts/${mine.post.slug}`, { post: { space_id: a.open.space.id } }],
        ['PATCH', at, { space_group_id: a.open.group.id }],
        ['PATCH', at, { cover_image: a.closed.file.signedId }],
        ['POST', '/internal_api/spaces', { name: 'Mixed', space_group_id: a.open.group.id }],
        ['POST', `/internal_api/posts/${mine.post.id}/comments`, { comment: { body: 'x', parent_comment_id: a.open.comment.id } }],
        ['POST', `/internal_api/posts/${mine.post.id}/comments`, { comment: { tiptap_body: { body: doc('x', [image]) } } }],
        ['PATCH', `/internal_api/member_roles/${a.member.id}`, { roles: ['member', 'admin'] }],
        ['PATCH', '/internal_api/plugin_settings/home', { banner_image: a.open.file.signedId }],
      ]
      for (const [method, address, body] of calls) {
        const result = await as.send(method, address, body)
        if (address.endsWith('/home')) expect(shows(await as.send('GET', '/internal_api/home'), [a.open.file.url.split('/')[2]!])).to.deep.equal([])
        else expect(result.status, `${method} ${address} ${JSON.stringify(body)} ${say(result)}`).to.be.oneOf([404, 422])
      }
      const one = await as.send('POST', `${at}/space_members`, { community_member_id: a.member.id })
      const added = await as.call(spaces.routes.bulkAddMembers, {
        params: { space_id: mine.space.id },
        body: { community_member_ids: [a.member.id, a.admin.id] },
      })
      expect([one.status, added.added]).to.deep.equal([404, 0])
      expect(await watched.changes(a.communityId)).to.deep.equal([])
    })

    it('hold for API tokens: one of A reads and writes A alone, whatever the cookie says (A20, A52)', async () => {
      const bearer = { authorization: `Bearer ${a.open.token.token}` }
      await settleAll(app)
      await watched.changes(b.communityId)
      for (const [method, address] of [
        ['GET', `/internal_api/spaces/${b.open.space.id}`],
        ['GET', `/internal_api/spaces/${b.open.space.id}/posts/${b.open.post.slug}`],
        ['DELETE', `/internal_api/spaces/${b.open.space.id}`],
        ['GET', `/internal_api/email_outbox/${b.open.mail.id}`],
      ])
        for (const member of [null, b.admin])
          expect((await app.as(member).send(method!, address!, undefined, bearer)).status, `${method} ${address}`).to.equal(404)
      expect(await watched.changes(b.communityId)).to.deep.equal([])
    })

    it('hold for pages and their data too (A01, A06)', async () => {
      const { visitor, outsider, memberB, memberA } = people()
      for (const person of [visitor!, outsider!, memberA!, memberB!]) {
        const hidden = person === memberB ? [a.open, a.closed, a.secret] : inside()
        const session = person.member && (await sessionFor(app, person.member.accountId, person.at!.communityId))
        const as = app.as(session && { ...person.member!, token: session.token })
        for (const { space, post } of hidden)
          for (const address of [`/c/${space.slug}/${post.slug}`, `/c/${space.slug}`, '/', '/home', '/boot', '/openapi.json', '/api']) {
            const result = await as.send('GET', address, undefined, { accept: 'text/html' })
            expect(
              shows(
                result,
                hidden.map(({ word }) => word),
              ),
              `${person.name} ${address}`,
            ).to.deep.equal([])
            if (address.endsWith(post.slug)) expect(result.status, `${person.name} ${address}`).to.equal(404)
          }
      }
    })

    it('open to the admin of A, which proves the inputs', async () => {
      const { adminA } = people()
      const wrong: string[] = []
      // what takes things away comes last
      const ordered = [...routes].sort((x, y) => Number(x.route.method === 'DELETE') - Number(y.route.method === 'DELETE'))
      const target = await makeTarget(app, a, 'closed')
      for (const { route } of ordered) {
        const { input, own, uses } = entries[keyOf(route)]!
        const result = await ask(adminA!, route, input(uses ? await makeTarget(app, a, 'closed', route.plugin) : target))
        if (own ? !own.includes(result.status) : result.status >= 300) wrong.push(`${keyOf(route)}: ${result.status} ${say(result)}`)
      }
      // nobody runs the job that was given its tries again
      await app.sql(`delete from graphile_worker._private_jobs where payload ->> 'word' is not null`)
      expect(wrong.join('\n')).to.equal('')
    })
  })
})
