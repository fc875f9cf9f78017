/** Storage: what files take by kind, and the limit that refuses an upload before it starts. */
import { describePlugin, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { createHash } from 'node:crypto'
import contract from '../contract.ts'

const { routes } = contract

describePlugin('plugins/media')

describe('media', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/media'])
    admin = await app.member('admin')
  })
  after(() => app?.close())

  it('says of an upload what is known of it, and compares what arrives with its checksum', async () => {
    const bytes = Buffer.from('two glazes, one kiln')
    const checksum = createHash('md5').update(bytes).digest('base64')
    const begin = (blob: object = {}) =>
      app.as(admin).send('POST', '/internal_api/direct_uploads', { blob: { filename: 'sum.txt', byte_size: bytes.length, checksum, ...blob } })
    const put = (address: string, body: Buffer, offset = 0) =>
      app.as(admin).send('PUT', address, body, { 'content-type': 'application/octet-stream', 'upload-offset': String(offset) })
    const { body: begun } = await begin()
    expect(begun).to.deep.include({ filename: 'sum.txt', byte_size: bytes.length, checksum, content_type: 'application/octet-stream' })
    expect([begun.attachable_sgid, Number.isInteger(begun.id), Date.parse(begun.created_at) > 0]).to.deep.equal([begun.signed_id, true, true])
    const { url } = begun.direct_upload
    expect((await put(url, bytes.subarray(0, 5))).body).to.include({ offset: 5 })
    expect((await app.as(admin).send('GET', url)).body).to.include({ offset: 5 })
    expect((await put(url, bytes.subarray(5), 5)).body).to.include({ id: begun.id, byte_size: bytes.length })
    expect((await app.as(admin).send('GET', begun.url)).status).to.equal(200)
    const { body: other } = await begin({ content_type: 'text/plain' })
    const wrong = await put(other.direct_upload.url, Buffer.from('two glazes, one kilo'))
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.error_details)]).to.deep.equal([422, 'checksum_mismatch', ['checksum']])
    expect((await app.as(admin).send('GET', other.url)).status, 'nothing of it is kept').to.equal(404)
    for (const bad of ['x', createHash('md5').update(bytes).digest('hex'), `${checksum}=`, 7]) expect((await begin({ checksum: bad })).status).to.equal(422)
    expect((await begin({ checksum: undefined })).body.checksum).to.equal(null)
    await app.sql('delete from kernel.file')
  })

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
