/** What admins see of the machine: pages of the outbox and of failed jobs, and who sees what others' communities left there. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'

const { routes } = contract

describePlugin('plugins/operations')

describe('operations', () => {
  let app: TestApp
  let admin: TestMember
  let owner: TestMember
  before(async () => {
    app = await testApp(['plugins/operations'])
    admin = await app.member('admin')
    owner = await app.member('admin')
    await app.sql('update kernel.account set is_platform_owner = true where id = $1', [owner.accountId])
    await app.kernel.modules.data.signal('session.changed', {})
  })
  after(() => app?.close())

  it('the outbox is paged by its cursor and filtered by state; the text of a mail with a secret is the platform owner’s', async () => {
    for (const subject of ['one', 'two', 'three'])
      await app.run(null, (ctx) => ctx.mail({ to: 'ana@example.com', locale: 'en-US', subject, text: 'A secret', secret: true }))
    const list = (query: object) => app.as(admin).call(routes.mails, { query: { per_page: 2, ...query } })
    const page = await list({})
    expect(page.records.map(({ subject }) => subject)).to.deep.equal(['three', 'two'])
    const last = await list({ cursor: page.next_cursor! })
    expect(last.records.map(({ subject }) => subject)).to.deep.equal(['one'])
    expect(last).to.include({ has_next_page: false, next_cursor: null })
    expect((await list({ status: 'sent' })).records).to.deep.equal([])
    expect(await refusal(list({ cursor: 'forged' }))).to.include({ status: 422 })
    const { id } = page.records[0]!
    expect(await app.as(admin).call(routes.mail, { params: { id } })).to.include({ subject: 'three', text: null, html: null })
    expect((await app.as(owner).call(routes.mail, { params: { id } })).text).to.equal('A secret')
    expect(await refusal(app.as(admin).call(routes.resend, { params: { id } }))).to.include({ status: 409, code: 'no_mail_server' })
  })

  it('an admin sees, runs and deletes the own community’s failed jobs, the platform owner those of all', async () => {
    const elsewhere = await app.community('Elsewhere')
    const ids = await Promise.all(
      [admin.communityId, elsewhere.id].map(async (communityId) => {
        const [job] = await app.sql<{ id: string }>(
          `select id from graphile_worker.add_job('test.nothing', json_build_object('communityId', $1::bigint), run_at := now() + interval '1 day')`,
          [communityId],
        )
        await app.sql('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [job!.id])
        return Number(job!.id)
      }),
    )
    const seen = async (who: TestMember) => (await app.as(who).call(routes.jobs)).dead_letters.records.map(({ id }) => id)
    expect(await seen(admin)).to.deep.equal([ids[0]])
    expect(await seen(owner)).to.have.members(ids)
    expect(await refusal(app.as(admin).call(routes.remove, { params: { id: ids[1]! } }))).to.include({ status: 404 })
    expect(await app.as(admin).call(routes.replay, { body: { ids } })).to.deep.equal({ replayed: 1 })
    await app.as(owner).call(routes.remove, { params: { id: ids[1]! } })
    expect(await seen(owner)).to.deep.equal([])
    expect(await refusal(app.as(admin).call(routes.resume, { body: { name: 'job:test.nothing' } }))).to.include({ status: 403 })
    expect((await app.as(admin).call(routes.audit)).records.map(({ sentence }) => sentence)).to.include(`${admin.name} ran failed jobs again`)
  })
})
