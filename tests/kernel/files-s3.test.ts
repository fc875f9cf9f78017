/** Files in a bucket, on a real database and a real S3 server that is switched off in the middle. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Koa from 'koa'
import sharp from 'sharp'
import type { FilesApi } from '@atrium/sdk/server'
import { createData, type Data, StartError } from '../../kernel/data/index.ts'
import { createFiles, type Files } from '../../kernel/files/index.ts'
import { s3Store } from '../../kernel/files/s3.ts'
import { cloneDatabase, execute, silent, testSecret } from '../support/database.ts'

const S3rver = createRequire(import.meta.url)('s3rver')
const PORT = 3190
const BUCKET = 'atrium'
const HOUR = 3_600_000
const place = { endpoint: `http://127.0.0.1:${PORT}`, bucket: BUCKET, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }

/** The test server, with what it leaves out: unfinished multipart uploads can be listed and ended, and a stored object is whole when it says so. */
function createBucketServer(directory: string) {
  const unfinished = path.join(directory, BUCKET, '._S3rver_uploads')
  const create = () => {
    const server = new S3rver({ port: PORT, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET }] })
    server.middleware.unshift(async (ctx: Koa.Context, next: Koa.Next) => {
      if (ctx.method === 'DELETE' && ctx.query.uploadId) {
        rmSync(path.join(unfinished, String(ctx.query.uploadId)), { recursive: true })
        ctx.status = 204
      } else if (ctx.method === 'GET' && 'uploads' in ctx.query) {
        const uploads = (existsSync(unfinished) ? readdirSync(unfinished) : []).map((id) => {
          const key = path.join(unfinished, id, 'key')
          return `<Upload><Key>${readFileSync(key)}</Key><UploadId>${id}</UploadId><Initiated>${statSync(key).mtime.toISOString()}</Initiated></Upload>`
        })
        ctx.type = 'application/xml'
        ctx.body = `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
      } else await next()
    })
    const { store } = server
    const putObject = store.putObject.bind(store)
    store.putObject = async (object: { bucket: string; key: string }) => {
      const put = await putObject(object)
      await until('the whole object', () => statSync(store.getResourcePath(object.bucket, object.key, 'object')).size >= put.size)
      return put
    }
    return server
  }
  let server: ReturnType<typeof create> | null = null
  return {
    async up() {
      // one that was closed has closed its log too
      if (!server) await (server = create()).run()
    },
    async down() {
      server.httpServer.closeAllConnections()
      await server.close()
      server = null
    },
    objects: () =>
      readdirSync(path.join(directory, BUCKET))
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', ''))
        .filter((name) => name !== 'atrium-installation.json'),
    unfinished: () => (existsSync(unfinished) ? readdirSync(unfinished) : []),
  }
}

describe('files in a bucket', () => {
  let folder: string
  let bucket: ReturnType<typeof createBucketServer>
  let data: Data
  let files: Files
  let server: http.Server
  let origin: string
  let offset = 0
  let [clay, ann] = [0, 0]

  const asAnn = <T>(fn: (door: FilesApi) => Promise<T>, mode: 'read' | 'write' = 'write') =>
    data.unit({ communityId: clay, mode }, (unit) => fn(files.api(unit, { id: ann })))
  const failure = (work: Promise<unknown>): Promise<any> =>
    work.then(
      () => expect.fail('nothing was thrown'),
      (error) => error,
    )
  const rows = () => data.system.query('select * from kernel.file order by id').then(({ rows }) => rows)
  const begin = (filename: string, byteSize: number) => asAnn((door) => door.begin({ filename, byteSize }))
  const append = (signedId: string, at: number, body: AsyncIterable<Uint8Array>) => asAnn((door) => door.append(signedId, at, body), 'read')
  const get = async (file: Parameters<FilesApi['url']>[0], variant?: 'thumb', headers: Record<string, string> = {}) =>
    fetch(origin + (await asAnn(async (door) => door.url(file, variant))), { headers })
  /** What a sweep left to an admin. */
  const parked: { files: number; reason: string }[] = []
  const kernelWith = (s3: typeof place, of = data) =>
    createFiles({
      config: { dataDir: folder, secret: testSecret, s3 },
      log: silent as never,
      data: of,
      jobs: {
        register: () => {},
        park: async ({ payload }, reason) => void parked.push({ ...(payload as { files: number }), reason }),
        parked: async () => parked.at(-1)?.reason ?? null,
      },
      communities: { state: async () => ({ info: { isPrivate: false }, settings: {} }) },
      clock: () => new Date(Date.now() + offset),
    })
  /** @param isStranger not made from the same database as the others */
  const openData = async (isStranger = false) => {
    const databaseUrl = await cloneDatabase()
    if (isStranger) await execute(databaseUrl, 'update kernel.installation set origin = gen_random_uuid()')
    return createData({ config: { dataDir: folder, databaseUrl, databaseAppUrl: null, secret: testSecret }, log: silent, entities: [], plugins: [] })
  }
  const bytes = Buffer.alloc(20_000_000, 'atrium ')
  const photo = () =>
    sharp({ create: { width: 600, height: 400, channels: 3, background: '#c63' } })
      .jpeg()
      .toBuffer()

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-bucket-'))
    bucket = createBucketServer(path.join(folder, 's3'))
    await bucket.up()
    data = await openData()
    clay = (await data.system.query(`insert into kernel.community (slug, name) values ('clay', 'Clay') returning id`)).rows[0].id
    const account = (await data.system.query(`insert into kernel.account (email, name) values ('ann@example.com', 'ann') returning id`)).rows[0].id
    ann = (await data.system.query(`insert into kernel.member (community_id, account_id, name) values ($1, $2, 'ann') returning id`, [clay, account])).rows[0]
      .id
    files = kernelWith(place)
    const app = new Koa()
    app.on('error', () => {})
    app.use(async (ctx) => {
      if (!(await files.serve(ctx, { member: { id: ann } } as never))) ctx.status = 404
    })
    server = app.listen(0)
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    await data.system.query('delete from kernel.file')
    offset = 25 * HOUR
    await files.sweep()
    offset = 0
    expect([...bucket.objects(), ...bucket.unfinished()]).to.deep.equal([])
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await bucket.down()
    await data.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('keeps a picture with its variants, serves ranges of it, and removes them together', async () => {
    const taken = await photo()
    const { signedId } = await begin('Holiday.jpg', taken.length)
    const file = (await append(signedId, 0, Readable.from([taken]))).file!
    const [{ key }] = await rows()
    expect(bucket.objects().sort()).to.deep.equal([key, `${key}.small`, `${key}.thumb`])
    const whole = Buffer.from(await (await get(file)).arrayBuffer())
    expect(await sharp(whole).metadata()).to.include({ format: 'jpeg', width: 600 })
    expect(await sharp(Buffer.from(await (await get(file, 'thumb')).arrayBuffer())).metadata()).to.include({ format: 'webp', width: 160 })
    const part = await get(file, undefined, { range: 'bytes=2-9' })
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([206, `bytes 2-9/${whole.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(2, 10))).to.equal(true)
    await asAnn((door) => door.remove(file.id))
    expect(bucket.objects()).to.deep.equal([])
    expect((await get(file)).status).to.equal(404)
  })

  it('F34: an upload that is cut goes on from there, in parts of which none stays behind', async () => {
    const { signedId } = await begin('long.txt', bytes.length)
    const cut = async function* () {
      yield bytes.subarray(0, 9_000_000)
      yield bytes.subarray(9_000_000, 18_000_000)
      throw new Error('connection lost')
    }
    expect(await append(signedId, 0, cut())).to.deep.equal({ offset: 18_000_000, file: null })
    expect(await asAnn((door) => door.offset(signedId), 'read')).to.equal(18_000_000)
    const { file } = await append(signedId, 18_000_000, Readable.from([bytes.subarray(18_000_000)]))
    expect(file).to.include({ contentType: 'text/plain', byteSize: bytes.length })
    expect(Buffer.from(await (await get(file!)).arrayBuffer()).equals(bytes)).to.equal(true)
    expect(bucket.objects()).to.deep.equal([(await rows())[0].key])
    expect(bucket.unfinished()).to.deep.equal([])
  })

  it('keeps nothing of a body that is longer than announced', async () => {
    const { signedId } = await begin('long.txt', 10_000_000)
    expect(await failure(append(signedId, 0, Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(0, 9_000_000)])))).to.include({ status: 413 })
    expect([...bucket.objects(), ...bucket.unfinished()]).to.deep.equal([])
  })

  it('sweeps abandoned uploads, bytes without a row, and parts that a crash left', async () => {
    const { signedId } = await begin('left.txt', 100)
    await append(signedId, 0, Readable.from([Buffer.alloc(90)]))
    const kept = await asAnn((door) => door.put({ filename: 'kept.jpg', data: bytes.subarray(0, 10) }))
    await asAnn((door) => door.keep(kept.id, 'post:1'))
    const store = s3Store(place, silent, data)
    await store.write(`${crypto.randomUUID()}.part-0`, [Buffer.alloc(9)])
    const { S3 } = await import('@aws-sdk/client-s3')
    const crashed = new S3({
      endpoint: place.endpoint,
      region: place.region,
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
    await crashed.createMultipartUpload({ Bucket: BUCKET, Key: crypto.randomUUID() })
    expect(await files.sweep()).to.equal(0)
    expect([bucket.objects().length, bucket.unfinished().length]).to.deep.equal([3, 1])
    offset = 25 * HOUR
    expect(await files.sweep()).to.equal(2)
    expect(bucket.objects()).to.deep.equal([(await rows())[0].key])
    expect(bucket.unfinished()).to.deep.equal([])
  })

  describe('F33: the store is down', () => {
    const unavailable = { status: 503, code: 'unavailable', retryAfter: 10 }

    it('uploads and pictures answer 503, rows are read as ever, and all goes on when it is back', async () => {
      const taken = await photo()
      const file = await asAnn((door) => door.put({ filename: 'photo.jpg', data: taken }))
      const objects = bucket.objects()
      await bucket.down()
      try {
        expect(await asAnn((door) => door.get(file.signedId), 'read')).to.deep.equal(file)
        expect((await get(file)).status).to.equal(503)
        const { signedId } = await begin('note.txt', 4)
        expect(await failure(append(signedId, 0, Readable.from([Buffer.from('text')])))).to.include(unavailable)
        expect(await failure(asAnn((door) => door.put({ filename: 'b.txt', data: Buffer.from('text') })))).to.include(unavailable)
        expect(await asAnn((door) => door.offset(signedId), 'read')).to.equal(0)
        expect((await rows()).map(({ filename, status }) => [filename, status])).to.deep.equal([
          ['photo.jpg', 'ready'],
          ['note.txt', 'uploading'],
        ])
        await bucket.up()
        expect(bucket.objects()).to.deep.equal(objects)
        expect((await append(signedId, 0, Readable.from([Buffer.from('text')]))).file).to.include({ byteSize: 4 })
        expect((await get(file)).status).to.equal(200)
      } finally {
        await bucket.up()
      }
    })

    it('one that breaks in the middle of an upload leaves nothing half written', async () => {
      const { signedId } = await begin('long.txt', bytes.length)
      const breaking = async function* () {
        yield bytes.subarray(0, 9_000_000)
        await until('its beginning', () => bucket.unfinished().length)
        await bucket.down()
        yield bytes.subarray(9_000_000)
      }
      expect(await failure(append(signedId, 0, breaking()))).to.include(unavailable)
      await bucket.up()
      expect(bucket.objects()).to.deep.equal([])
      expect(bucket.unfinished(), 'for the sweep').to.have.length(1)
      expect(await asAnn((door) => door.offset(signedId), 'read')).to.equal(0)
      const { file } = await append(signedId, 0, Readable.from([bytes]))
      expect(Buffer.from(await (await get(file!)).arrayBuffer()).equals(bytes)).to.equal(true)
    })

    it('a start goes on without it', async () => {
      await bucket.down()
      try {
        await kernelWith(place).start()
      } finally {
        await bucket.up()
      }
    })
  })

  it('F44: a wrong bucket or key ends the start with one sentence', async () => {
    await kernelWith(place).start()
    const bucketless = await failure(kernelWith({ ...place, bucket: 'elsewhere' }).start())
    expect(bucketless).to.be.instanceOf(StartError)
    expect(bucketless.message).to.equal(`There is no bucket "elsewhere" at ${place.endpoint}; make it, or correct S3_BUCKET.`)
    const keyless = await failure(kernelWith({ ...place, accessKey: 'WRONG' }).start())
    expect(keyless).to.be.instanceOf(StartError)
    expect(keyless.message).to.equal(
      `Files cannot be kept in the bucket "${BUCKET}" at ${place.endpoint} (InvalidAccessKeyId); check S3_ACCESS_KEY and S3_SECRET_KEY.`,
    )
  })

  describe('two installations that name one bucket', () => {
    let other: Data | undefined
    afterEach(async () => {
      parked.length = 0
      await other?.close()
      other = undefined
    })
    /** As a restored backup: the same rows in another database. */
    async function copyRows(to: Data) {
      for (const table of ['community', 'account', 'member', 'file']) {
        const { rows } = await data.system.query(`select to_jsonb(t) as row from kernel.${table} t`)
        await to.system.query(
          `insert into kernel.${table} overriding system value select r.* from jsonb_populate_recordset(null::kernel.${table}, $1) r on conflict do nothing`,
          [JSON.stringify(rows.map(({ row }) => row))],
        )
      }
    }
    const doorOf = <T>(files: Files, of: Data, fn: (door: FilesApi) => Promise<T>) =>
      of.unit({ communityId: clay, mode: 'write' }, (unit) => fn(files.api(unit, { id: ann })))
    const put = async (files: Files, of: Data, filename: string) => {
      const file = await doorOf(files, of, (door) => door.put({ filename, data: Buffer.from(filename) }))
      await doorOf(files, of, (door) => door.keep(file.id, 'post:1'))
      return file
    }
    const textOf = async (files: Files, of: Data, id: number) => text(await doorOf(files, of, (door) => door.read(id)))

    it('a stranger is refused in a sentence, and removes nothing before it is', async () => {
      await put(files, data, 'a.txt')
      other = await openData(true)
      const strange = kernelWith(place, other)
      const refused = await failure(strange.start())
      expect(refused).to.be.instanceOf(StartError)
      expect(refused.message).to.equal(
        `The bucket "${BUCKET}" at ${place.endpoint} holds the files of another installation; name a bucket of its own in S3_BUCKET, or, when the other one is gone for good, take it over with npm run bucket -- --take-over.`,
      )
      offset = 25 * HOUR
      expect(await strange.sweep()).to.equal(0)
      expect(bucket.objects()).to.deep.equal([(await rows())[0].key])
    })

    it('a bucket from before there were marks is claimed by who knows its files, never by a stranger', async () => {
      const file = await put(files, data, 'a.txt')
      const mark = path.join(folder, 's3', BUCKET, 'atrium-installation.json._S3rver_object')
      rmSync(mark)
      other = await openData(true)
      expect((await failure(kernelWith(place, other).start())).message).to.include('holds the files of another installation')
      expect(existsSync(mark)).to.equal(false)
      const updated = kernelWith(place)
      await updated.start()
      expect(JSON.parse(readFileSync(mark, 'utf8'))).to.deep.equal(data.installation)
      expect(await textOf(updated, data, file.id)).to.equal('a.txt')
    })

    it('a restored copy reads what was there, removes nothing but its own, and owns all once it took over', async () => {
      const kept = await put(files, data, 'kept.txt')
      const gone = await put(files, data, 'gone.txt')
      other = await openData()
      await copyRows(other)
      const copy = kernelWith(place, other)
      await copy.start()
      expect(await copy.waits()).to.include('this database is a copy')
      expect(await textOf(copy, other, kept.id)).to.equal('kept.txt')

      // what comes to the original after the backup has no row in the copy
      await put(files, data, 'later.txt')
      const own = await put(copy, other, 'own.txt')
      const [{ key }] = (await other.system.query('select key from kernel.file where id = $1', [own.id])).rows
      expect(key).to.match(new RegExp(`^${other.installation.id}_`))
      await doorOf(copy, other, (door) => door.remove(gone.id))
      expect(await failure(doorOf(copy, other, (door) => door.derive(kept.id, [{ name: 'a.vtt', data: [Buffer.from('x')] } as never])))).to.include({
        status: 503,
      })
      offset = 25 * HOUR
      expect(await copy.sweep()).to.equal(0)
      expect(bucket.objects()).to.have.length(4)
      expect(await files.sweep(), 'nor does the original remove what the copy wrote').to.equal(0)
      expect(await textOf(files, data, gone.id)).to.equal('gone.txt')

      await s3Store(place, silent, other).takeOver()
      expect(await copy.sweep(), 'what it had deleted, and what it does not know').to.equal(2)
      expect(await copy.waits()).to.equal(null)
      expect(await files.sweep(), 'the original lost the bucket').to.equal(0)
      expect(bucket.objects()).to.have.length(2)
      expect(await textOf(copy, other, own.id)).to.equal('own.txt')
      await doorOf(copy, other, (door) => door.remove(kept.id))
      expect(bucket.objects()).to.deep.equal([key])
      await doorOf(copy, other, (door) => door.remove(own.id))
      await s3Store(place, silent, data).takeOver()
      files = kernelWith(place)
    })

    it('a sweep of more than a few removes none until an admin lets it', async () => {
      const store = s3Store(place, silent, data)
      for (let n = 0; n < 12; n++) await store.write(crypto.randomUUID(), [Buffer.from('x')])
      offset = 25 * HOUR
      expect(await files.sweep()).to.equal(0)
      expect(bucket.objects()).to.have.length(12)
      expect(parked).to.have.length(1)
      expect(parked[0]).to.include({ files: 12 })
      expect(await files.waits()).to.include('12 of 12 stored objects belong to nothing in this database.')
      expect(await files.sweep(parked[0]!.files)).to.equal(12)
      expect(bucket.objects()).to.deep.equal([])
    })
  })
})
