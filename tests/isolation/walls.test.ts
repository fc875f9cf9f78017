/** The walls between communities and round private spaces: in the database, in every route (A01–A10, A20). */
import { expect } from 'chai'
import { keyOf, peopleOf, recordsOf, routesOf, say, sessionFor, settleAll, shows, type TestApp, wallsOf, watchCommunities } from '@atrium/sdk/testing'
import spaces from '../../plugins/spaces/contract.ts'
import { doc, makeTarget, openFilled, renew, type Side } from './world.ts'

describe('walls', () => {
  let app: TestApp
  let a: Side
  let b: Side
  let watched: Awaited<ReturnType<typeof watchCommunities>>
  const inside = () => [a.closed, a.secret]

  before(async () => {
    ;({ app, a, b } = await openFilled())
    await settleAll(app)
    watched = await watchCommunities(app)
  })
  beforeEach(() => Promise.all([renew(app, a), renew(app, b)]))
  after(() => app?.close())

  describe('in the database (A20)', () => {
    it('let nobody’s SQL change members, roles and what else the kernel decides, through their views neither', async () => {
      const attacks = [
        `update kernel.member set roles = '{member,admin}'`,
        `update kernel.member_card set roles = '{member,admin}'`,
        'delete from kernel.member',
        'delete from kernel.member_card',
        `insert into kernel.member (community_id, account_id, name) select community_id, account_id, 'x' from kernel.member_card`,
        `update kernel.role set permissions = '{posts.manage}'`,
        `update kernel.role_card set permissions = '{posts.manage}'`,
        `update kernel.file_card set used_by = null`,
        `update kernel.search_card set title = 'x'`,
      ]
      for (const attack of attacks) {
        const code = await app
          .run(a.member.communityId, (ctx) => ctx.sql(`${attack} where community_id = $1`))
          .then(
            () => 'done',
            (error) => error.code ?? error.cause?.code,
          )
        expect(code, attack).to.equal('42501')
      }
      const joined = `select kernel.join_member(${b.member.communityId}, ${a.member.accountId}, 'x', null, null, null, null, null, '{admin}', '{}', now(), null)`
      const code = await app
        .run(a.member.communityId, (ctx) => ctx.sql(`${joined} where $1::bigint > 0`))
        .then(
          () => 'done',
          (error) => error.code,
        )
      expect(code).to.equal('42501')
    })
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
        if (['kernel.session', 'kernel.api_token', 'kernel.member_token'].includes(name)) expect(granted, name).to.equal(false)
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
      const { data } = app.kernel.modules
      const tables = await app.sql<{ name: string; id: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
         where column_name = 'community_id' and table_schema not in ('pg_catalog', 'information_schema') and table_name not in ('session', 'api_token', 'member_token')`,
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
      app.kernel.modules.data.app.query(b.communityId, { text: 'select current_user as role' }).then(({ rows }: any) => rows[0].role as string)
  })

  describe('between plugins', () => {
    it('are called with what their own records say, and no records name another', async () => {
      const known = new Set(routesOf(app).map(keyOf))
      const records = [...(await recordsOf(app)).values()]
      const named = records.flatMap(({ contract, inputs }) => Object.keys(inputs ?? {}).map((name) => `${contract.id}.${name}`))
      expect(
        named.filter((key) => !known.has(key)),
        'inputs of routes that are no more',
      ).to.deep.equal([])
    })

    it('hold in every reading call where all plugins have filled what it may draw from (A01–A06, A10, A14, A20, A23)', async () => {
      const routes = routesOf(app).filter(({ method }) => method === 'GET')
      const walls = await wallsOf({ app, a, b, routes, watched })
      expect([...(await walls.foreign()), ...(await walls.inside())].join('\n')).to.equal('')
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
      const bearer = { authorization: `Bearer ${a.open.apiToken.token}` }
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
      const { visitor, outsider, memberB, memberA } = peopleOf(a, b)
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
  })
})
