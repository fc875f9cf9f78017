/** The end of a community: asked for by its owner alone, taken back within days, and then nothing of it is left in any table or file, and nothing of another is gone. */
import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import contract from '@atrium/sdk/kernel/communities'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { openFilled, type Side } from './world.ts'

const { routes } = contract
/** Of these more come in the other community meanwhile. */
const MOVING = new Set(['kernel.event', 'kernel.delivery', 'kernel.audit', 'kernel.mail'])

describe('the end of a community', () => {
  let app: TestApp
  let a: Side
  let b: Side
  let owner: TestMember
  let name: string
  before(async () => {
    ;({ app, a, b } = await openFilled())
    owner = b.admin
    await app.sql('update kernel.community set owner_account_id = $2 where id = $1', [b.communityId, owner.accountId])
    await app.kernel.modules.communities.changed(b.communityId)
    ;[{ name }] = (await app.sql<{ name: string }>('select name from kernel.community where id = $1', [b.communityId])) as [{ name: string }]
    await app.settle()
  })
  after(() => app?.close())

  const end = (who: TestMember, typed = name) => app.as(who).send('POST', '/internal_api/community/ending', { name: typed })
  /** Rows of each table that has a community's id. */
  async function rowsOf(communityId: number): Promise<Record<string, number>> {
    const tables = await app.sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace
       where t.attname = 'community_id' and c.relkind in ('r', 'p') and not t.attisdropped order by 1`,
    )
    expect(tables.length).to.be.above(60)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from ${name} where community_id = $1`, [communityId])
      if (row!.n) counts[name] = row!.n
    }
    return counts
  }
  const stored = () =>
    readdirSync(path.join(app.kernel.modules.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file))

  it('is asked for by the owner, by its name, after an archive, and never for the platform’s first one', async () => {
    expect((await end(b.moderator)).status).to.equal(403)
    await app.sql(`update archive.export set status = 'failed' where community_id = $1`, [b.communityId])
    const refused = await end(owner)
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'ending_refused'])
    await app.sql(
      `insert into archive.export (community_id, by_member_id, status, mark, tables, tables_count, ready_at) values ($1, $2, 'ready', 'x', '{}', 0, now())`,
      [b.communityId, owner.id],
    )
    const [open] = await app.sql(
      `update paywalls.purchase set is_open = true, interval = 'monthly', processor_id = 'sub_1', ends_at = null
       where id = (select min(id) from paywalls.purchase where community_id = $1) returning id`,
      [b.communityId],
    )
    expect((await end(owner)).body.message).to.include('End all running subscriptions first.')
    await app.sql('update paywalls.purchase set ends_at = now() where ends_at is null')
    expect(open).to.be.an('object')
    expect((await end(owner, 'Another name')).body.error_details).to.have.property('name')
    const asked = await end(owner)
    expect(asked.status, JSON.stringify(asked.body)).to.equal(200)
    expect(Date.parse(asked.body.ends_at) - Date.now()).to.be.within(13 * 86_400_000, 15 * 86_400_000)
    await app.settle()
    expect((await app.sent()).map(({ subject }) => subject)).to.include(`${name} will be deleted`)
    expect((await app.as(owner).call(routes.keep)).ends_at).to.equal(null)
    expect((await app.as(owner).send('DELETE', '/internal_api/community/ending')).status).to.equal(409)
    await app.sql('update kernel.community set owner_account_id = $2 where id = $1', [a.communityId, a.admin.accountId])
    await app.sql(
      `insert into archive.export (community_id, by_member_id, status, mark, tables, tables_count, ready_at) values ($1, $2, 'ready', 'y', '{}', 0, now())`,
      [a.communityId, a.admin.id],
    )
    await app.kernel.modules.communities.changed(a.communityId)
    expect((await end(a.admin)).body.code).to.equal('primary_stays')
  })

  it('takes rows, files, jobs and mails of it, and none of another', async () => {
    const { communities, jobs } = app.kernel.modules
    expect((await end(owner)).status).to.equal(200)
    await app.settle()
    const keys = (await app.sql<{ key: string }>(`select key::text from kernel.file where community_id = $1 and status = 'ready'`, [b.communityId])).map(
      ({ key }) => key,
    )
    const ofB = (file: string) => keys.some((key) => file.startsWith(key))
    const kept = stored().filter((file) => !ofB(file))
    expect(stored().filter(ofB).length).to.be.at.least(keys.length)
    const before = await rowsOf(a.communityId)
    expect(Object.keys(await rowsOf(b.communityId)).length).to.be.above(60)
    const { slug } = (await communities.state(b.communityId)).info

    await jobs.tick('kernel.end_due', new Date(0))
    await app.settle()
    expect((await communities.stateNow(b.communityId)).info.slug, 'there are days left').to.equal(slug)
    await app.sql(`update kernel.community set ends_at = now() - interval '1 second' where id = $1`, [b.communityId])
    await jobs.tick('kernel.end_due', new Date(3_600_000))
    await app.settle()

    expect(await app.sql(`select last_error from graphile_worker.jobs where task_identifier in ('kernel.end', 'kernel.end_due')`)).to.deep.equal([])
    expect(await app.sql('select from kernel.community where id = $1', [b.communityId])).to.deep.equal([])
    expect(await rowsOf(b.communityId)).to.deep.equal({})
    expect(await app.sql(`select from graphile_worker._private_jobs where payload ->> 'communityId' = $1::text`, [b.communityId])).to.deep.equal([])
    expect(stored().filter(ofB)).to.deep.equal([])
    expect(stored().sort()).to.deep.equal(kept.sort())
    const after = await rowsOf(a.communityId)
    for (const table of Object.keys(before)) if (!MOVING.has(table)) expect(after[table], table).to.equal(before[table])
    expect((await app.as(owner).send('GET', '/internal_api/community')).status).to.be.oneOf([401, 403, 404])
    const told = await app.sql(`select community_id, data from kernel.audit where action = 'community.ended'`)
    expect(told).to.deep.equal([{ community_id: a.communityId, data: { name } }])
    expect(await app.sql('select from kernel.account where id = $1', [owner.accountId]), 'members keep their accounts').to.have.length(1)
  })

  it('closes its door as soon as the days are over', async () => {
    const { communities } = app.kernel.modules
    const id = await communities.create({ name: 'Short', slug: 'short', ownerAccountId: owner.accountId })
    const host = new URL((await communities.state(id)).info.url).host
    expect(await communities.resolveHost(host, null)).to.equal(id)
    await app.sql(`update kernel.community set ends_at = now() - interval '1 second' where id = $1`, [id])
    await communities.changed(id)
    expect(await communities.resolveHost(host, null)).not.to.equal(id)
    expect(await communities.resolveHost(communities.host, id)).to.equal(await communities.primaryId())
    expect(await communities.ofAccount(owner.accountId)).to.deep.equal([])
  })
})
