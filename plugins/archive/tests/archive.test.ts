/** Archives: made step by step, whole after a kill, of one community alone, with nothing that opens anything; and restored elsewhere. */
import { expect } from 'chai'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { openArchive, restoreArchive, STAYS } from '@atrium/sdk/archive'
import { travelOf } from '@atrium/sdk/server'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { inward } from '../../../sdk/server/archive/addresses.ts'
import { makeSide, makeTarget } from '../../../sdk/testing/filling.ts'
import plugins from '../../../plugins.config.ts'
import contract from '../contract.ts'

const { routes } = contract
// the last one is whose jobs a test runs
const all = [...plugins.map(({ from }) => from).filter((from) => from !== 'plugins/demo' && from !== 'plugins/archive'), 'plugins/archive']

async function fetchZip(app: TestApp, admin: TestMember, id: number): Promise<string> {
  await app.renew(admin)
  const { url } = await app.as(admin).call(routes.exportLink, { params: { id }, body: {} })
  const reply = await fetch(`${app.url}${url}`, { headers: { cookie: `atrium_session=${admin.token}` } })
  expect(reply.status).to.equal(200)
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'))
  const file = path.join(folder, 'archive.zip')
  await writeFile(file, Buffer.from(await reply.arrayBuffer()))
  return file
}

/** What a reader is shown at some addresses, without what differs by session or time. */
async function seen(app: TestApp, who: TestMember | null, addresses: string[]) {
  const out: Record<string, unknown> = {}
  for (const address of addresses) {
    const { status, body } = await app.as(who).send('GET', address)
    const text = JSON.stringify(body ?? null)
      .replaceAll(/[0-9a-z]{1,11}-[\w-]{24}/g, 'signed')
      .replaceAll(/\/files\/[\w-]+\//g, '/files/signed/')
      .replaceAll(/https?:\/\/[^/"]+/g, 'here')
      .replaceAll(/"(last_seen_at|active_at|version)":("[^"]*"|null|\d+)/g, '"$1":0')
    out[address] = { status, text }
  }
  return out
}

const counts = async (app: TestApp, communityId: number) => {
  const tables = await app.sql<{ name: string }>(
    `select c.relnamespace::regnamespace || '."' || c.relname || '"' as name from pg_class c where c.relkind = 'r'
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'community_id') and c.relnamespace::regnamespace::text not in ('watch')`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const condition = name.includes('"file"') ? ` and coalesce(used_by, '') not like 'archive:%' and status = 'ready'` : ''
    const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from ${name} where community_id = $1${condition}`, [communityId])
    found[name.replaceAll('"', '')] = row!.n
  }
  return found
}

describe('archives', () => {
  let app: TestApp
  let side: Awaited<ReturnType<typeof makeSide>>
  let zip: string
  before(async () => {
    app = await testApp(all)
    side = await makeSide(app, 'archived', await app.primaryId())
    await makeTarget(app, side, 'open')
    const other = await makeSide(app, 'elsewhere', (await app.community()).id)
    await makeTarget(app, other, 'open')
    await app.settle()
  })
  after(async () => {
    await app?.close()
    if (zip) await rm(path.dirname(zip), { recursive: true, force: true })
  })

  it('asks for a fresh proof, and for the permission', async () => {
    await app.renew(side.admin)
    await app.sql('update kernel.session set proved_at = null')
    expect((await refusal(app.as(side.admin).call(routes.startExport))).code).to.equal('otp_required')
    expect((await refusal(app.as(side.moderator).call(routes.startExport))).status).to.equal(403)
    expect((await refusal(app.as(side.member).call(routes.exports))).status).to.equal(403)
  })

  it('is made by steps that may be killed and come again, one at a time, and told by mail', async () => {
    await app.sql('delete from archive.export')
    await app.renew(side.admin)
    const made = await app.as(side.admin).call(routes.startExport)
    expect((await refusal(app.as(side.admin).call(routes.startExport))).code).to.equal('export_running')
    // a step that dies before its commit leaves nothing, and the next goes on from where the last one ended
    const { step } = await import('../server/service/exports.ts')
    for (let kills = 0; kills < 5; kills++) {
      const killed = await refusal(
        app.run(null, async (ctx) => {
          await step(ctx, made.id)
          throw new Error('killed')
        }),
      )
      expect(killed.message).to.equal('killed')
    }
    await app.settle()
    const { records } = await app.as(side.admin).call(routes.exports)
    expect(records[0]).to.include({ id: made.id, status: 'ready', progress: 100 })
    const names = records[0]!.parts.map(({ name }) => name)
    expect(new Set(names).size, 'no part is there twice').to.equal(names.length)
    const read = await app.sql<{ table: string; rows: number }>(
      `select table_name as table, sum(rows)::int as rows from archive.part where export_id = $1 and kind = 'rows' group by 1`,
      [made.id],
    )
    const there = await counts(app, side.communityId)
    for (const { table, rows } of read) if (table in there) expect(rows, table).to.equal(there[table])
    expect((await app.sent()).some(({ subject }) => /archive/i.test(subject))).to.equal(true)
    zip = await fetchZip(app, side.admin, made.id)
  })

  it('holds no other community, nothing that opens anything, and no address that this installation signed', async () => {
    const source = await openArchive(zip)
    const lines = (
      await Promise.all(source.names.filter((name) => name.startsWith('tables/')).map(async (name) => text((await source.read(name)).pipe(createGunzip()))))
    ).join('')
    source.close()
    expect(lines).to.include('canaryarchived')
    expect(lines).not.to.include('canaryelsewhere')
    expect(lines).not.to.match(/password_hash|token_hash|"token":"|"secret":"|client_secret":"/)
    expect(lines).not.to.match(/\/files\/[0-9a-z]+-0-[0-9a-z]+-[\w-]{24}\//)
    const kernel = await app.sql<{ name: string }>(`select relname as name from pg_class where relnamespace = 'kernel'::regnamespace and relkind = 'r'`)
    const known = new Set([...source.names.map((name) => /^tables\/kernel\.(\w+)\./.exec(name)?.[1]), ...Object.keys(STAYS)])
    expect(kernel.map(({ name }) => name).filter((name) => !known.has(name))).to.deep.equal([])
  })

  it('refuses a link that is another’s or too old', async () => {
    const { records } = await app.as(side.admin).call(routes.exports)
    const { status } = await app.as(side.admin).send('GET', `/internal_api/community_exports/${records[0]!.id}/download?key=forged`)
    expect(status).to.equal(403)
  })

  it('is the same community in an empty installation, for an admin, a member and a visitor', async () => {
    const away = await testApp(all)
    try {
      const [post] = await app.sql<{ id: number; space_id: number }>(
        `select id, space_id from posts.post where community_id = $1 and deleted_at is null limit 1`,
        [side.communityId],
      )
      const addresses = [
        '/internal_api/spaces',
        '/internal_api/home_feed',
        `/internal_api/spaces/${post!.space_id}/posts`,
        `/internal_api/posts/${post!.id}/comments`,
      ]
      addresses.push('/internal_api/search?text=canaryarchivedopenx', '/internal_api/community_members')
      await app.renew(side.admin)
      await app.renew(side.member)
      const readers = [side.admin, side.member, null]
      const before = [await counts(app, side.communityId), ...(await Promise.all(readers.map((reader) => seen(app, reader, addresses))))]
      for (const [address, { status, text }] of Object.entries(before[1] as Record<string, { status: number; text: string }>)) {
        expect(status, address).to.equal(200)
        if (!address.endsWith('members')) expect(text, address).to.include('canaryarchived')
      }
      const { data, files, communities } = away.kernel.modules
      await data.system.query('truncate kernel.community, kernel.account cascade')
      const source = await openArchive(zip)
      const done = await data.systemTx((client: any) =>
        restoreArchive(source, {
          query: async (text: string, values: unknown[]) => (await client.query(text, values)).rows,
          plugins: away.kernel.plugins,
          signer: files.signer,
          write: files.write,
        }),
      )
      source.close()
      expect(done).to.include({ communityId: side.communityId, dangling: 0 })
      expect(done.unknown).to.deep.equal([])
      communities.cache.clear?.()
      await data.signal('member.changed', {})
      await communities.changed(side.communityId)
      await away.renew(side.admin)
      await away.renew(side.member)
      const after = [await counts(away, side.communityId), ...(await Promise.all(readers.map((reader) => seen(away, reader, addresses))))]
      const excused = [...(app.kernel.plugins as Iterable<{ server?: { entities?: any[] } }>)].flatMap(({ server }) =>
        (server?.entities ?? []).filter((entity) => travelOf(entity).stays !== undefined).map((entity) => `${entity.meta.schema}.${entity.meta.tableName}`),
      )
      for (const table of excused) expect((after[0] as Record<string, number>)[table], table).to.equal(0)
      const stayed = [...excused, ...Object.keys(STAYS).map((name) => `kernel.${name}`)]
      for (const table of stayed) for (const one of [before[0], after[0]]) delete (one as Record<string, unknown>)[table]
      expect(after[0]).to.deep.equal(before[0])
      expect(after.slice(1)).to.deep.equal(before.slice(1))
      const [{ hashes }] = await away.sql('select count(password_hash)::int as hashes from kernel.account')
      expect(hashes, 'accounts come without passwords').to.equal(0)
      const sample = `select to_jsonb(p)::text as row from posts.post p where community_id = $1 order by id limit 20`
      const unsigned = (rows: { row: string }[]) => rows.map(({ row }) => row.replaceAll(/[0-9a-z]{1,11}-[\w-]{24}/g, 'signed'))
      expect(unsigned(await away.sql(sample, [side.communityId]))).to.deep.equal(unsigned(await app.sql(sample, [side.communityId])))
      const [file] = await away.sql<{ id: number }>(`select id from kernel.file where status = 'ready' and cardinality(variants) > 0 limit 1`)
      const bytes = await away.run(side.communityId, async (ctx) => {
        let size = 0
        for await (const chunk of await ctx.files.read(file!.id)) size += chunk.length
        return size
      })
      expect(bytes).to.be.greaterThan(0)
      // ids go on behind those that came
      const fresh = await away.member('member', { community: { id: side.communityId } })
      const [{ last }] = await away.sql('select max(id)::int as last from kernel.member where id <> $1', [fresh.id])
      expect(fresh.id).to.be.greaterThan(last)
    } finally {
      await away.close()
    }
  })

  it('takes no more from a forged archive than an export writes, and no row of another community', async () => {
    const away = await testApp(all)
    try {
      const { data, files } = away.kernel.modules
      await data.system.query('truncate kernel.community, kernel.account cascade')
      const source = await openArchive(zip)
      const restored = (forge: (name: string, row: Record<string, unknown>) => void) =>
        data
          .systemTx(async (client: any) => {
            const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
            const forged = {
              ...source,
              read: async (name: string) => {
                const stream = await source.read(name)
                if (!/^tables\/kernel\.(account|member|file)\./.test(name)) return stream
                const lines = (await text(stream.pipe(createGunzip()))).trim().split('\n')
                const rows = lines.map((line) => {
                  const row = JSON.parse(line)
                  forge(name, row)
                  return JSON.stringify(row)
                })
                return Readable.from([await promisify(gzip)(rows.join('\n'))])
              },
            }
            const done = await restoreArchive(forged, { query, plugins: away.kernel.plugins, signer: files.signer, write: async () => 0 })
            const accounts = await query('select email, password_hash, is_platform_owner from kernel.account', [])
            // nothing of it stays for the next
            throw Object.assign(new Error('done'), { done, accounts })
          })
          .catch((error: any) => error)
      const { done, accounts } = await restored((name, row) => {
        if (name.startsWith('tables/kernel.account.')) Object.assign(row, { password_hash: '$argon2id$mine', is_platform_owner: true })
        if (name.startsWith('tables/kernel.member.')) row.roles = ['admin']
      })
      const [owner] = await app.sql<{ email: string }>(
        'select a.email from kernel.account a join kernel.community c on c.owner_account_id = a.id where c.id = $1',
        [side.communityId],
      )
      expect(accounts.filter((one: any) => one.password_hash !== null)).to.deep.equal([])
      expect(
        accounts.filter((one: any) => one.is_platform_owner).map((one: any) => one.email),
        'the community’s owner alone',
      ).to.deep.equal([owner!.email])
      expect(done.admins[0].email).to.equal(owner!.email)
      expect(
        done.admins.map(({ email }: any) => email),
        'all who come as admins are named',
      ).to.have.members(accounts.map(({ email }: any) => email))
      const { message } = await restored((name, row) => {
        if (name.startsWith('tables/kernel.member.')) row.community_id = side.communityId + 1
      })
      expect(message).to.match(/rows of another community in kernel\.member/)
      const { message: bomb } = await restored((name, row) => {
        if (name.startsWith('tables/kernel.member.') && row.id === side.member.id) row.name = 'a'.repeat(33 * 2 ** 20)
      })
      expect(bomb).to.match(/has a row that is larger/)
      // the mark is a word of the archive, and no expression
      for (const mark of ['.*', '[\\w-]+', '(a+)+', 'abc|'])
        expect(inward('"file-id:abc:7" /files/abc:7/', files.signer, mark, side.communityId)).to.equal('"file-id:abc:7" /files/abc:7/')
      expect(inward('"file-id:abc:7"', files.signer, 'abc', side.communityId)).to.equal(`"${files.signer.idFor(7)}"`)
      source.close()
    } finally {
      await away.close()
    }
  })

  it('gives members what is about themselves, and nobody else', async () => {
    await app.renew(side.member)
    const made = await app.as(side.member).call(routes.startOwnExport)
    await app.settle()
    await app.renew(side.member)
    const reply = await fetch(`${app.url}/internal_api/account_exports/${made.id}/download`, { headers: { cookie: `atrium_session=${side.member.token}` } })
    expect(reply.status).to.equal(200)
    expect((await reply.arrayBuffer()).byteLength).to.be.greaterThan(500)
    await app.renew(side.admin)
    expect((await app.as(side.admin).send('GET', `/internal_api/account_exports/${made.id}/download`)).status).to.equal(404)
    const { records } = await app.as(side.member).call(routes.ownExports)
    const rows = await app.sql<{ name: string }>('select distinct table_name as name from archive.part where export_id = $1', [made.id])
    expect(records[0]!.status).to.equal('ready')
    expect(rows.map(({ name }) => name)).to.include('kernel.member')
    expect(rows.map(({ name }) => name)).not.to.include('kernel.setting')
  })

  it('is removed when its days are over, with its parts', async () => {
    await app.clock.advance(8 * 86_400_000)
    await app.runSchedule('expire').catch(() => undefined)
    const { expire } = await import('../server/service/exports.ts')
    await app.run(null, (ctx) => expire(ctx))
    expect(await app.sql(`select id from archive.part where community_id = $1`, [side.communityId])).to.deep.equal([])
    expect(await app.sql(`select id from kernel.file where used_by like 'archive:%'`)).to.deep.equal([])
  })
})

describePlugin('plugins/archive')
