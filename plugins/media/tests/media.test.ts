/** Storage: what files take by kind, and the limit that refuses an upload before it starts. */
import { describePlugin, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'

const { routes } = contract

describePlugin('plugins/media')

describe('media', function () {
  this.timeout(60_000)
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/media'])
    admin = await app.member('admin')
  })
  after(() => app?.close())

  it('counts files by kind and holds the quota', async () => {
    const begin = (byte_size: number) => app.as(admin).send('POST', '/internal_api/direct_uploads', { blob: { filename: 'a.txt', byte_size } })
    const { body } = await begin(5)
    await app.as(admin).send('PUT', body.direct_upload.url, Buffer.from('hello'), { 'content-type': 'application/octet-stream', 'upload-offset': '0' })
    const storage = await app.as(admin).call(routes.storage)
    expect(storage).to.include({ used_bytes: 5, files_count: 1, quota_gigabytes: null })
    expect(storage.by_kind.find(({ kind }) => kind === 'other')).to.deep.equal({ kind: 'other', bytes: 5, files: 1 })
    expect(await app.as(admin).call(routes.updateStorage, { body: { quota_gigabytes: 1, max_file_megabytes: 1000 } })).to.include({ quota_gigabytes: 1 })
    await app.sql(`update kernel.file set byte_size = 1073741824 where community_id = $1`, [admin.communityId])
    expect(await begin(5)).to.deep.include({ status: 413 })
    expect((await begin(5)).body.code).to.equal('storage_full')
    expect(await app.as(admin).call(routes.updateStorage, { body: { quota_gigabytes: null } })).to.include({ quota_gigabytes: null, max_file_megabytes: 1000 })
    expect((await begin(5)).status).to.equal(201)
    const member = await app.member()
    expect((await app.as(member).send('GET', '/internal_api/settings/storage')).status).to.equal(403)
  })
})
