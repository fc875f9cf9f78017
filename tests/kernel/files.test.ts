/** Files on a real database, a real disk and real HTTP: uploads that break, types that lie, addresses that leak. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Koa from 'koa'
import sharp from 'sharp'
import { fileLabel, type FilesApi } from '@atrium/sdk/server'
import { createData, type Data } from '../../kernel/data/index.ts'
import { diskStore } from '../../kernel/files/disk.ts'
import { createFiles, type Files } from '../../kernel/files/index.ts'
import { createSigner } from '../../kernel/files/names.ts'
import { drawPicture } from '../../kernel/files/pictures.ts'
import { cloneDatabase, silent, testSecret } from '../support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('files', () => {
  let folder: string
  let data: Data
  let files: Files
  let server: http.Server
  let origin: string
  let offset = 0
  const settings: Record<number, { isPrivate: boolean; storage_limit?: number }> = {}
  let [clay, other, ann, bob, cat, eve] = [0, 0, 0, 0, 0, 0]

  /** Calls the door as a member, in one write, or in a read for appends. */
  const door = <T>(community: number, member: number | null, fn: (door: FilesApi) => Promise<T>, mode: 'read' | 'write' = 'write') =>
    data.unit({ communityId: community, mode }, (unit) => fn(files.api(unit, member ? { id: member } : null)))
  const asAnn = <T>(fn: (door: FilesApi) => Promise<T>, mode?: 'read' | 'write') => door(clay, ann, fn, mode)
  const failure = (work: Promise<unknown>): Promise<any> =>
    work.then(
      () => expect.fail('nothing was thrown'),
      (error) => error,
    )
  const bytesOnDisk = () => {
    const place = path.join(folder, 'files')
    return existsSync(place) ? readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : []
  }
  const rows = () => data.system.query('select * from kernel.file order by id').then(({ rows }) => rows)
  const request = (
    address: string,
    {
      community = clay,
      member = ann,
      headers = {},
      method = 'GET',
    }: { community?: number; member?: number | null; headers?: Record<string, string>; method?: string } = {},
  ) => fetch(origin + address, { method, headers: { 'x-community': String(community), 'x-member': member ? String(member) : '', ...headers } })
  async function upload(filename: string, bytes: Uint8Array, member = ann) {
    const { signedId } = await door(clay, member, (door) => door.begin({ filename, byteSize: bytes.length }))
    const { file } = await door(clay, member, (door) => door.append(signedId, 0, Readable.from([bytes])), 'read')
    return file!
  }

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-files-'))
    data = await createData({
      config: { dataDir: folder, databaseUrl: await cloneDatabase(), databaseAppUrl: null, secret: testSecret },
      log: silent,
      entities: [],
      plugins: [],
    })
    const { rows: communities } = await data.system.query(`insert into kernel.community (slug, name) values ('clay', 'Clay'), ('other', 'Other') returning id`)
    ;[clay, other] = communities.map(({ id }) => id) as [number, number]
    const member = async (community: number, name: string) => {
      const { rows } = await data.system.query('insert into kernel.account (email, name) values ($1, $1) returning id', [`${name}@example.com`])
      return (
        await data.system.query('insert into kernel.member (community_id, account_id, name) values ($1, $2, $3) returning id', [community, rows[0].id, name])
      ).rows[0].id
    }
    ann = await member(clay, 'ann')
    bob = await member(clay, 'bob')
    cat = await member(clay, 'cat')
    eve = await member(other, 'eve')
    files = createFiles({
      config: { dataDir: folder, secret: testSecret, s3: null },
      log: silent as never,
      data,
      jobs: { register: () => {}, park: async () => {}, parked: async () => null },
      communities: { state: async (id) => ({ info: { isPrivate: settings[id]!.isPrivate }, settings: { storage_limit: settings[id]!.storage_limit } }) },
      clock: () => new Date(Date.now() + offset),
    })
    const app = new Koa()
    app.on('error', () => {})
    app.use(async (ctx) => {
      const community = Number(ctx.get('x-community'))
      const member = Number(ctx.get('x-member'))
      ctx.state.community = { info: { id: community } }
      const [, signedId] = /^\/up\/(.+)$/.exec(ctx.path) ?? []
      if (signedId) ctx.body = await door(community, member, (door) => door.append(signedId, Number(ctx.get('upload-offset')), ctx.req), 'read')
      else if (!(await files.serve(ctx, member ? ({ member: { id: member } } as never) : null))) ctx.status = 404
    })
    server = app.listen(0)
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    offset = 0
    settings[clay] = { isPrivate: true }
    settings[other] = { isPrivate: true }
    await data.system.query('delete from kernel.file')
    rmSync(path.join(folder, 'files'), { recursive: true, force: true })
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await data.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('pictures', () => {
    it('draws them anew: upright, without metadata, with variants and a placeholder', async () => {
      const photo = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#c63' } })
        .withExif({ IFD0: { Copyright: 'where I live' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const file = await upload('Holiday.JPG', photo)
      expect(file).to.include({ filename: 'Holiday.JPG', contentType: 'image/jpeg', width: 500, height: 1000 })
      expect(file.placeholder)
        .to.match(/^data:image\/webp;base64,/)
        .and.to.have.length.below(400)
      expect((await rows())[0]).to.deep.include({ status: 'ready', variants: ['thumb', 'small'] })
      const original = await request(await asAnn(async (door) => door.url(file)))
      expect(original.headers.get('content-type')).to.equal('image/jpeg')
      expect(original.headers.get('content-disposition')).to.equal('inline; filename="Holiday.JPG"')
      const about = await sharp(Buffer.from(await original.arrayBuffer())).metadata()
      expect(about).to.include({ width: 500, height: 1000 }).and.not.to.have.any.keys('exif', 'orientation')
      const thumb = await request(await asAnn(async (door) => door.url(file, 'thumb')))
      expect(await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).to.include({ format: 'webp', width: 160, height: 320 })
      const large = await request(await asAnn(async (door) => door.url(file, 'large')))
      expect(large.headers.get('content-type'), 'no wider than it is').to.equal('image/jpeg')
      expect(bytesOnDisk()).to.have.length(3)
    })

    it('keeps moving pictures moving, as WebP', async () => {
      const frame = (background: string) =>
        sharp({ create: { width: 300, height: 200, channels: 3, background } })
          .png()
          .toBuffer()
      const gif = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
        .gif()
        .toBuffer()
      const file = await upload('wave.gif', gif)
      expect(file).to.include({ filename: 'wave.webp', contentType: 'image/webp', width: 300, height: 200 })
      const thumb = await request(await asAnn(async (door) => door.url(file, 'thumb')))
      expect(await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).to.include({ format: 'webp', pages: 2, width: 160 })
    })

    it('refuses what cannot be drawn, in clear words, and keeps nothing of it', async () => {
      const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(500, 7)])
      expect(await failure(upload('broken.png', broken))).to.include({ status: 422, code: 'invalid_file' })
      expect((await rows())[0]).to.include({ status: 'failed' })
      expect(bytesOnDisk()).to.have.length(0)
      const bomb = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
      expect((await failure(asAnn((door) => door.put({ filename: 'bomb.png', data: bomb })))).message).to.contain('50 million pixels')
      expect(await files.sweep()).to.equal(1)
      expect(await rows()).to.have.length(0)
      expect(bytesOnDisk()).to.have.length(0)
    })
  })

  describe('pictures that are made to take long', () => {
    /** A GIF whose frames change one pixel each; 23 bytes a frame. */
    function gifOf(frames: number, side: number): Buffer {
      const size = Buffer.alloc(4)
      size.writeUInt16LE(side, 0)
      size.writeUInt16LE(side, 2)
      const start = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex')])
      const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
      return Buffer.concat([start, Buffer.alloc(frame.length * frames, frame), Buffer.from(';')])
    }
    async function webpOf(frames: number): Promise<Buffer> {
      const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
        .webp({ lossless: true })
        .toBuffer()
      const chunk = (name: string, content: Buffer) => {
        const head = Buffer.alloc(8)
        head.write(name)
        head.writeUInt32LE(content.length, 4)
        return Buffer.concat([head, content])
      }
      const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(16, Buffer.from('00000000000000000000000064000000', 'hex')), still.subarray(12)]))
      const whole = [chunk('VP8X', Buffer.from('02000000000000000000', 'hex')), chunk('ANIM', Buffer.alloc(6)), Buffer.alloc(frame.length * frames, frame)]
      return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...whole]))
    }
    const small = () =>
      sharp({ create: { width: 300, height: 200, channels: 3, background: '#963' } })
        .png()
        .toBuffer()
    const drawingProcesses = () =>
      execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('files/draw.ts'))

    it('refuses too many frames before it draws any, while others’ pictures go on', async () => {
      const [gif, webp] = [gifOf(1_900_000, 1), await webpOf(100_000)]
      expect(gif.length).to.be.above(40 * 2 ** 20)
      const attacks = [ann, ann, bob, bob].map((member) => failure(upload('many.gif', gif, member)))
      attacks.push(failure(upload('many.webp', webp, bob)))
      const { width } = await upload('small.png', await small(), cat)
      expect(width).to.equal(300)
      for (const error of await Promise.all(attacks)) {
        expect(error).to.include({ status: 422, code: 'invalid_file' })
        expect(error.message).to.contain('more than 1,000 frames')
      }
    })

    it('refuses more than 50 million pixels in all frames', async () => {
      expect((await failure(upload('wide.gif', gifOf(51, 1000)))).message).to.contain('add up to more than 50 million pixels')
      expect(await upload('moving.gif', gifOf(1000, 10))).to.include({ width: 10, height: 10 })
    })

    it('draws a small one while heavy ones of two others wait', async () => {
      const heavy = gifOf(49, 1000)
      const done: string[] = []
      const begin = (name: string, bytes: Buffer, member: number) => upload(name, bytes, member).then(() => done.push(name))
      const heavies = ['a', 'b', 'c'].flatMap((name) => [begin(`ann-${name}.gif`, heavy, ann), begin(`bob-${name}.gif`, heavy, bob)])
      await begin('small.png', await small(), cat)
      await Promise.all(heavies)
      expect(done.indexOf('small.png'), done.join()).to.be.at.most(1)
      const heavyOnes = done.filter((name) => name !== 'small.png').map((name) => name.slice(0, 3))
      expect(heavyOnes.slice(0, 3), heavyOnes.join()).to.include.members(['ann', 'bob'])
    }).timeout(60_000)

    it('ends what is late: no process goes on with it', async () => {
      const heavy = gifOf(49, 1000)
      const before = drawingProcesses().length
      const late = await failure(drawPicture('ann', heavy.length, async () => heavy, { light: 2_000, heavy: 200 }))
      expect(late).to.include({ status: 422, message: 'This image takes too long to process. Choose a smaller one.' })
      expect(drawingProcesses().length).to.equal(Math.max(0, before - 1))
      const picture = await small()
      expect((await drawPicture('ann', picture.length, async () => picture)).width, 'the next one is drawn').to.equal(300)
    })
  })

  describe('types and names', () => {
    const served = async (filename: string, content: string | Uint8Array) => {
      const file = await asAnn((door) => door.put({ filename, data: Buffer.from(content) }))
      const reply = await request(await asAnn(async (door) => door.url(file)))
      expect(reply.status).to.equal(200)
      expect(reply.headers.get('x-content-type-options')).to.equal('nosniff')
      expect(reply.headers.get('content-security-policy')).to.equal("sandbox; default-src 'none'; frame-ancestors 'none'")
      return { file, type: reply.headers.get('content-type'), disposition: reply.headers.get('content-disposition')!.split(';')[0] }
    }
    const download = { type: 'application/octet-stream', disposition: 'attachment' }

    it('A28: markup with script goes out as a download only', async () => {
      for (const content of [
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        '<?xml version="1.0"?><svg onload="alert(1)"/>',
        '<!doctype html><script>alert(1)</script>',
        '<?xml version="1.0"?><x/>',
        'alert(1)',
      ])
        expect(await served('avatar.svg', content)).to.include(download)
      expect(await served('paper.pdf', '%PDF-1.7\n1 0 obj << /JS (app.alert(1)) >>')).to.include({ type: 'application/pdf', disposition: 'attachment' })
    })

    it('A61: the content says what a file is, not its name or its declared type', async () => {
      const page = await served('cat.png', '<html><script>alert(1)</script></html>')
      expect(page).to.include(download)
      expect(page.file.contentType).to.equal('text/html')
      const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c63' } })
        .png()
        .toBuffer()
      const both = await served('page.html', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
      expect(both).to.include({ type: 'image/png', disposition: 'inline' })
      expect(both.file.filename).to.equal('page.png')
      const stored = Buffer.from(await (await request(await asAnn(async (door) => door.url(both.file)))).arrayBuffer())
      expect(stored.includes('<script>')).to.equal(false)
      const { signedId } = await asAnn((door) => door.begin({ filename: 'a.html', byteSize: 4 }))
      const { file } = await asAnn((door) => door.append(signedId, 0, Readable.from([Buffer.from('text')])), 'read')
      expect(file!.contentType).to.equal('text/plain')
    })

    it('A58: a given name is a label and never a path', async () => {
      const names: Record<string, string> = {
        '../../etc/passwd': 'passwd',
        '/etc/cron.d/x': 'x',
        'C:\\fakepath\\photo.png': 'photo.png',
        'a\0b\r\nc.txt': 'abc.txt',
        '．．／．．／secret': 'secret',
        '..': 'file',
        '': 'file',
        'cod\u202egpj.exe': 'codgpj.exe',
        'Übung 🎉.txt': 'Übung 🎉.txt',
      }
      for (const [given, kept] of Object.entries(names)) expect(fileLabel(given)).to.equal(kept)
      expect(fileLabel(`${'x'.repeat(5000)}.png`)).to.match(/^x{196}\.png$/)
      const file = await asAnn((door) => door.put({ filename: '../../../x/../evil\n"name".txt', data: Buffer.from('hello') }))
      const reply = await request(await asAnn(async (door) => door.url(file)))
      expect(reply.headers.get('content-disposition')).to.equal('attachment; filename="evilname.txt"')
      for (const { name, parentPath } of bytesOnDisk()) expect(path.join(parentPath, name)).to.match(/\/files\/(..)\/(..)\/\1\2[0-9a-f-]{32}$/)
    })
  })

  describe('uploads', () => {
    const bytes = Buffer.alloc(3_000_000, 'atrium ')

    it('F34: an upload cut at 90 % goes on from there, or is swept with its bytes', async () => {
      const begun = await asAnn((door) => door.begin({ filename: 'long.txt', byteSize: bytes.length }))
      const put = (at: number) =>
        http.request(`${origin}/up/${begun.signedId}`, {
          method: 'PUT',
          headers: { 'x-community': clay, 'x-member': ann, 'upload-offset': at, 'content-length': bytes.length - at },
        })
      const first = put(0)
      first.on('error', () => {})
      first.write(bytes.subarray(0, bytes.length * 0.9))
      const arrived = () => bytesOnDisk().some(({ parentPath, name }) => statSync(path.join(parentPath, name)).size > bytes.length * 0.8)
      await until('the most of it', arrived)
      first.destroy()
      const reached = await asAnn((door) => door.offset(begun.signedId), 'read')
      expect(reached).to.be.within(bytes.length * 0.8, bytes.length * 0.9)
      expect(await failure(asAnn((door) => door.append(begun.signedId, 0, Readable.from([bytes])), 'read'))).to.deep.include({
        status: 409,
        details: { offset: reached },
      })
      expect(await failure(asAnn((door) => door.get(begun.signedId)))).to.include({ status: 404 })
      const answer = await new Promise<any>((resolve) => {
        const second = put(reached)
        second.on('response', async (reply) => resolve(JSON.parse(Buffer.concat(await reply.toArray()).toString())))
        second.end(bytes.subarray(reached))
      })
      expect(answer.offset).to.equal(bytes.length)
      expect(answer.file).to.include({ contentType: 'text/plain', byteSize: bytes.length })
      const reply = await request(await asAnn(async (door) => door.url(answer.file)))
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).to.equal(true)
      expect(bytesOnDisk()).to.have.length(1)

      const left = await asAnn((door) => door.begin({ filename: 'left.txt', byteSize: 100 }))
      await asAnn((door) => door.append(left.signedId, 0, Readable.from([Buffer.alloc(90)])), 'read')
      await asAnn((door) => door.keep(answer.file.id, 'post:1'))
      expect(await files.sweep()).to.equal(0)
      await diskStore(path.join(folder, 'files')).write(`${crypto.randomUUID()}.part-0`, [Buffer.alloc(9)])
      offset = 25 * HOUR
      expect(await files.sweep()).to.equal(2)
      expect((await rows()).map(({ filename }) => filename)).to.deep.equal(['long.txt'])
      expect(bytesOnDisk()).to.have.length(1)
    })

    it('lets one of two at the same place win', async () => {
      const { signedId } = await asAnn((door) => door.begin({ filename: 'a.txt', byteSize: 10 }))
      const tries = await Promise.allSettled(
        ['aaaaaaaaaa', 'bbbbbbbbbb'].map((text) => asAnn((door) => door.append(signedId, 0, Readable.from([Buffer.from(text)])), 'read')),
      )
      expect(tries.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
      expect(bytesOnDisk()).to.have.length(1)
      // the one that lost is told so, even when it comes back where nothing is missing; without bytes it is who lost the answer
      const append = (text: string) => asAnn((door) => door.append(signedId, 10, Readable.from(text ? [Buffer.from(text)] : [])), 'read')
      expect(await failure(append('cccccccccc'))).to.deep.include({ status: 409, details: { offset: 10 } })
      expect((await append('')).file).to.include({ byteSize: 10 })
    })

    it('belongs to who began it', async () => {
      const { signedId } = await asAnn((door) => door.begin({ filename: 'a.txt', byteSize: 4 }))
      const append = (community: number, member: number) =>
        failure(door(community, member, (door) => door.append(signedId, 0, Readable.from([Buffer.from('text')])), 'read'))
      expect(await append(clay, bob)).to.include({ status: 404 })
      expect(await append(other, eve)).to.include({ status: 404 })
      expect(await failure(asAnn((door) => door.get(`${signedId.slice(0, -1)}x`)))).to.include({ status: 404 })
      expect(await failure(asAnn((door) => door.offset('1-__proto__')))).to.include({ status: 404 })
    })

    it('A62: keeps the sum of a community’s bytes as files come, change and go', async () => {
      const sums = () =>
        data.system
          .query(
            `select coalesce((select bytes from kernel.file_total where community_id = $1), 0)::int as kept, coalesce(sum(byte_size + derived_bytes), 0)::int as counted
             from kernel.file where community_id = $1`,
            [clay],
          )
          .then(({ rows }) => rows[0])
      const file = await asAnn((door) => door.put({ filename: 'made.txt', data: Buffer.from('made here') }))
      await asAnn((door) => door.derive(file.id, [{ name: 'a.jpg', data: [Buffer.alloc(500)] }]), 'read')
      const { signedId } = await asAnn((door) => door.begin({ filename: 'a.txt', byteSize: 4 }))
      await asAnn((door) => door.append(signedId, 0, Readable.from([Buffer.from('text')])), 'read')
      await asAnn((door) => door.begin({ filename: 'b.txt', byteSize: 1_000 }))
      const { kept, counted } = await sums()
      expect([kept, kept > 1_500]).to.deep.equal([counted, true])
      await asAnn((door) => door.remove(file.id))
      offset = 30 * HOUR
      await files.sweep()
      expect(await sums()).to.deep.equal({ kept: 0, counted: 0 })
      await failure(
        asAnn(async (door) => {
          await door.begin({ filename: 'c.txt', byteSize: 9 })
          throw new Error('undone')
        }),
      )
      expect((await sums()).kept).to.equal(0)
    })

    it('A62: reserves room before a byte is read', async () => {
      const begin = (byteSize: number) => asAnn((door) => door.begin({ filename: 'a.bin', byteSize }))
      expect(await failure(begin(2 ** 30 + 1))).to.include({ status: 413 })
      settings[clay]!.storage_limit = 1000
      const both = await Promise.allSettled([begin(600), begin(600)])
      expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
      expect(both.find((result) => result.status === 'rejected')!.reason).to.include({ status: 413, code: 'storage_limit' })
      const { signedId } = await begin(300)
      expect(await failure(asAnn((door) => door.append(signedId, 0, Readable.from([Buffer.alloc(301)])), 'read'))).to.include({ status: 413 })
      expect(bytesOnDisk()).to.have.length(0)
      for (let n = 0; n < 3; n++) await begin(1)
      expect(await failure(begin(1))).to.include({ status: 413, code: 'too_many_uploads' })
      offset = 2 * MINUTE
      await begin(1)
      expect(await rows(), 'one that stood still made room').to.have.length(5)
    })

    it('F31: a full disk leaves no row and no bytes', async () => {
      const full = async function* () {
        yield Buffer.alloc(1000)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      const disk = diskStore(path.join(folder, 'files'))
      expect(await failure(disk.write(crypto.randomUUID(), full()))).to.include({ status: 507, code: 'storage_full' })
      expect(bytesOnDisk()).to.have.length(0)
      const failing = createFiles({
        config: { dataDir: folder, secret: testSecret, s3: null },
        log: silent as never,
        data,
        jobs: { register: () => {}, park: async () => {}, parked: async () => null },
        communities: { state: async () => ({ info: { isPrivate: true }, settings: {} }) },
        store: { ...disk, write: (name) => disk.write(name, full()) },
      })
      const { signedId } = await asAnn((door) => door.begin({ filename: 'a.txt', byteSize: 2000 }))
      const append = data.unit({ communityId: clay, mode: 'read' }, (unit) =>
        failing.api(unit, { id: ann }).append(signedId, 0, Readable.from([Buffer.alloc(10)])),
      )
      expect(await failure(append)).to.include({ status: 507 })
      expect(await rows()).to.have.length(0)
      expect(bytesOnDisk()).to.have.length(0)
    })
  })

  it('ids and addresses that a former secret signed still open while that is named', () => {
    const [former, now] = [createSigner(testSecret), createSigner(Buffer.alloc(32, 1), [testSecret])]
    const [, , token] = former.addressFor({ id: 7, filename: 'a.txt' }, clay, ann, 'original', new Date()).split('/')
    expect([now.openId(former.idFor(7)), now.openToken(token!, ann)?.fileId, now.openToken(token!, bob)]).to.deep.equal([7, 7, null])
    expect(former.openId(now.idFor(7)), 'what is made from now on is signed with the new one').to.equal(null)
  })

  describe('addresses', () => {
    const text = Buffer.from('0123456789')
    const putText = () => asAnn((door) => door.put({ filename: 'Ж "note".txt', data: text }))
    const url = (file: { id: number; filename: string }) => asAnn(async (door) => door.url(file), 'read')

    it('serves ranges and validators', async () => {
      const file = await putText()
      const address = await url(file)
      const part = await request(address, { headers: { range: 'bytes=2-4' } })
      expect([part.status, await part.text(), part.headers.get('content-range')]).to.deep.equal([206, '234', 'bytes 2-4/10'])
      expect(await (await request(address, { headers: { range: 'bytes=-3' } })).text()).to.equal('789')
      expect(await (await request(address, { headers: { range: 'bytes=8-' } })).text()).to.equal('89')
      const outbound = await request(address, { headers: { range: 'bytes=10-' } })
      expect([outbound.status, outbound.headers.get('content-range')]).to.deep.equal([416, 'bytes */10'])
      const head = await request(address, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, '10'])
      const etag = head.headers.get('etag')!
      expect((await request(address, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status).to.equal(304)
      expect((await request(address, { headers: { range: 'bytes=2-4', 'if-range': '"else"' } })).status).to.equal(200)
      expect(head.headers.get('content-disposition')).to.equal(`attachment; filename="? note.txt"; filename*=UTF-8''%D0%96%20note.txt`)
      expect(head.headers.get('cache-control')).to.match(/^private, max-age=\d+$/)
    })

    it('A04: a private address is worth nothing to others, altered, or later', async () => {
      const file = await putText()
      const address = await url(file)
      expect((await request(address)).status, 'the reader it was made for').to.equal(200)
      expect((await request(address, { member: bob })).status, 'another member').to.equal(404)
      expect((await request(address, { member: null })).status, 'nobody').to.equal(404)
      expect((await request(address, { community: other, member: eve })).status, 'a member of another community').to.equal(404)
      const [, , token, variant, name] = address.split('/')
      const [id, ...rest] = token!.split('-')
      for (const guess of [
        `${(Number.parseInt(id!, 36) + 1).toString(36)}-${rest.join('-')}`,
        `${id}-0-${rest.slice(1).join('-')}`,
        token!.slice(0, -1),
        '__proto__',
      ])
        expect((await request(`/files/${guess}/${variant}/${name}`)).status, guess).to.equal(404)
      expect(await url(file), 'stable within its window, for the browser to keep').to.equal(address)
      offset = 15 * MINUTE
      expect((await request(address)).status, 'expired').to.equal(404)
      expect((await request(await url(file))).status).to.equal(200)
      offset = 0
      settings[clay]!.isPrivate = false
      expect((await request(address, { member: null })).status, 'an open community').to.equal(404)
      await asAnn((door) => door.remove(file.id))
      expect((await request(address)).status).to.equal(404)
      expect(bytesOnDisk()).to.have.length(0)
    })

    it('A04: what was made of a file is read under its access, in ranges, by names from a playlist, and goes with it', async () => {
      const file = await putText()
      const parts = [
        { name: 'video.m3u8', data: [Buffer.from('#EXTM3U 720p.mp4')] },
        { name: '720p.mp4', data: [Buffer.from('0123456789')] },
      ]
      await asAnn((door) => door.derive(file.id, parts), 'read')
      expect((await rows())[0]).to.include({ derived_bytes: 26 })
      const address = await asAnn(async (door) => door.derivedUrl(file, 'video.m3u8'))
      const playlist = await request(address)
      expect([playlist.status, playlist.headers.get('content-type')]).to.deep.equal([200, 'application/vnd.apple.mpegurl'])
      const neighbour = new URL('720p.mp4', origin + address).pathname
      const piece = await request(neighbour, { headers: { range: 'bytes=2-4' } })
      expect([piece.status, piece.headers.get('content-range'), await piece.text()]).to.deep.equal([206, 'bytes 2-4/10', '234'])
      for (const [what, given] of [
        ['another member', { member: bob }],
        ['nobody', { member: null }],
        ['another community', { community: other, member: eve }],
      ] as const)
        expect((await request(neighbour, given)).status, what).to.equal(404)
      for (const name of ['360p.mp4', 'raw', '..%2f720p.mp4', 'part-0']) expect((await request(neighbour.replace('720p.mp4', name))).status, name).to.equal(404)
      expect((await asAnn((door) => door.addressed(address))).id).to.equal(file.id)
      expect((await failure(door(clay, bob, (door) => door.addressed(address)))).status).to.equal(404)
      expect((await failure(door(other, eve, (door) => door.addressed(address)))).status).to.equal(404)
      expect((await failure(asAnn((door) => door.derive(file.id, [{ name: 'raw', data: [] }])))).message).to.match(/no name/)
      offset = 15 * MINUTE
      expect((await request(neighbour)).status, 'expired').to.equal(404)
      expect((await failure(asAnn((door) => door.addressed(address)))).status).to.equal(404)
      await asAnn((door) => door.derive(file.id, [parts[1]!]))
      expect(bytesOnDisk()).to.have.length(2)
      await asAnn((door) => door.keep(file.id, 'post:1'))
      offset = 30 * HOUR
      await files.sweep()
      expect(bytesOnDisk(), 'the sweep leaves what was made').to.have.length(2)
      await asAnn((door) => door.remove(file.id))
      expect(bytesOnDisk()).to.have.length(0)
    })

    it('gives public files an address for good', async () => {
      const file = await putText()
      await asAnn((door) => door.keep(file.id, 'public:avatar'))
      const address = await url(file)
      offset = 400 * 24 * HOUR
      expect(await url(file)).to.equal(address)
      const reply = await request(address, { community: other, member: null })
      expect([reply.status, reply.headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=31536000, immutable'])
      await asAnn((door) => door.keep(file.id, 'post:1'))
      expect((await request(address, { community: other, member: eve })).status, 'used by a post as well').to.equal(200)
      expect(await url(file)).to.equal(address)
    })

    it('takes back a public address only for what gave it', async () => {
      const file = await putText()
      await asAnn((door) => door.keep(file.id, 'public:post:1'))
      const address = await url(file)
      await asAnn((door) => door.keep(file.id, 'post:2'))
      expect((await request(address, { member: null })).status).to.equal(200)
      await asAnn((door) => door.keep(file.id, 'post:1'))
      expect((await request(address, { member: null })).status).to.equal(404)
      expect(await url(file)).not.to.equal(address)
    })

    it('A11: leaves a public file to the record that made it public, whatever shares it afterwards', async () => {
      const face = await putText()
      await asAnn((door) => door.keep(face.id, 'public:avatar:7'))
      const address = await url(face)
      for (const use of ['public:post:9', 'post:9', 'public:avatar:70', 'avatar:70']) {
        await asAnn((door) => door.keep(face.id, use))
        expect((await request(address, { member: null })).status, use).to.equal(200)
      }
      expect((await rows())[0]).to.include({ used_by: 'public:avatar:7' })
      await asAnn((door) => door.keep(face.id, 'avatar:7'))
      expect((await request(address, { member: null })).status).to.equal(404)
    })

    it('lets a file into a record of its uploader, or of who edits what holds it; public ones into any (A11)', async () => {
      const file = await putText()
      expect((await asAnn((door) => door.take(file.signedId))).id).to.equal(file.id)
      const asBob = <T>(fn: (door: FilesApi) => Promise<T>) => door(clay, bob, fn)
      expect(await failure(asBob((door) => door.take(file.signedId)))).to.include({ status: 404 })
      expect(await failure(asBob((door) => door.take(file.signedId, [file.id + 1])))).to.include({ status: 404 })
      expect((await asBob((door) => door.take(file.signedId, [file.id]))).id).to.equal(file.id)
      await asAnn((door) => door.keep(file.id, 'public:banner'))
      expect((await asBob((door) => door.take(file.signedId))).id).to.equal(file.id)
      expect(await failure(door(other, eve, (door) => door.take(file.signedId, [file.id])))).to.include({ status: 404 })
    })

    it('hands out files of its own community only', async () => {
      const file = await putText()
      await door(other, eve, async (door) => {
        expect((await door.byIds([file.id])).size).to.equal(0)
        expect(await failure(door.get(file.signedId))).to.include({ status: 404 })
        expect(await failure(door.keep(file.id, 'post:1'))).to.include({ status: 404 })
        expect(await failure(door.remove(file.id))).to.include({ status: 404 })
      })
      expect((await asAnn((door) => door.byIds([file.id]))).get(file.id)).to.deep.equal(file)
    })
  })
})
