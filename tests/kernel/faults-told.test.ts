/** Faults of the database are told apart: no room, a fault of ours, a text that cannot be stored; only load is "busy". */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'

describe('faults told apart', () => {
  let app: TestApp
  let ana: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/posts', 'plugins/search'])
    ana = await app.member('admin')
  })
  after(() => app?.close())

  it('a NUL character is 422 with its path, wherever it stands', async () => {
    const as = app.as(ana)
    const named = await as.send('POST', '/internal_api/space_groups', { name: 'a\0b' })
    expect([named.status, named.body.code, named.body.error_details]).to.deep.equal([422, 'invalid_input', { name: ['NUL characters aren’t allowed.'] }])
    const told = await as.send('PATCH', '/internal_api/account', { bio: 'x\0' })
    expect(told.body.error_details).to.deep.equal({ bio: ['NUL characters aren’t allowed.'] })
    expect((await as.send('GET', '/internal_api/search?query=a%00b')).status).to.equal(422)
    expect((await as.send('GET', '/internal_api/spaces/slug/a%00b')).status).to.be.within(400, 499)
  })

  it('a full disk is 503 with the time to try again, and health says so', async () => {
    await app.sql(
      `create function public.full_disk() returns int language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    )
    const failed = await app
      .run(ana.communityId, (ctx) => ctx.sql('select public.full_disk() where $1::bigint > 0'))
      .then(
        () => null,
        (error) => error,
      )
    expect(failed).to.include({ status: 503, code: 'no_room', retryAfter: 60 })
    const { status, body } = await app.as(null).send('GET', '/health')
    expect([status, body.checks.room]).to.deep.equal([503, 'failed'])
    expect((await app.as(ana).send('POST', '/internal_api/space_groups', { name: 'Room again' })).status, 'it recovers alone').to.equal(201)
  })

  it('a statement that is wrong is our fault, not load', async () => {
    const failed = await app
      .run(ana.communityId, (ctx) => ctx.sql('select 1'))
      .then(
        () => null,
        (error) => error,
      )
    expect(failed.code, 'a wrong count of parameters').to.equal('08P01')
  })
})
