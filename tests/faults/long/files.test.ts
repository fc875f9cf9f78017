/** Faults of the disk under files: a real small one that is filled up (F31), an upload whose connection is cut (F34). */
import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { call, type House, openHouse, report, sleep, until } from '../kit.ts'

describe('faults of files', () => {
  let house: House
  let isMounted = false
  before(async function mount() {
    house = await openHouse()
    const files = path.join(house.dataDir, 'files')
    spawnSync('mkdir', ['-p', files])
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', files]).status === 0
  })
  after(async () => {
    if (isMounted) spawnSync('umount', [path.join(house.dataDir, 'files')])
    await house?.close()
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })
  const begin = async (size: number) => {
    const { url } = house.nodes[0]!
    const answer = await call(url, 'POST', '/internal_api/direct_uploads', {
      cookie: house.admin.cookie,
      body: { blob: { filename: 'a.bin', byte_size: size } },
    })
    expect(answer.status, JSON.stringify(answer.body)).to.be.below(300)
    return url + answer.body.direct_upload.url
  }
  const put = (address: string, bytes: Uint8Array, offset = 0) =>
    call(new URL(address).origin, 'PUT', new URL(address).pathname, { cookie: house.admin.cookie, body: bytes, headers: { 'upload-offset': String(offset) } })
  const onDisk = () =>
    readdirSync(path.join(house.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(house.dataDir, 'files', name)).isFile(),
    )
  const rows = async () => (await house.sql('select key from kernel.file')).length

  it('F31: a disk that is full takes no upload, keeps no part and no row of it, and reads go on', async () => {
    expect(isMounted, 'a small disk of its own, which only root may mount').to.equal(true)
    const kept = await put(await begin(100_000), new Uint8Array(100_000).fill(65))
    expect(kept.status, JSON.stringify(kept.body)).to.be.below(300)
    const before = { files: onDisk(), rows: await rows() }
    const refused = await put(await begin(3_000_000), new Uint8Array(3_000_000).fill(66))
    expect([refused.status, refused.body.code]).to.deep.equal([507, 'storage_full'])
    expect({ files: onDisk(), rows: await rows() }).to.deep.equal(before)
    expect((await call(house.nodes[0]!.url, 'GET', kept.body.url, { cookie: house.admin.cookie })).status).to.equal(200)
    const ballast = path.join(house.dataDir, 'files', 'ballast')
    try {
      writeFileSync(ballast, Buffer.alloc(4_000_000))
    } catch {}
    const none = await put(await begin(50_000), new Uint8Array(50_000).fill(67))
    expect(none.status).to.equal(507)
    rmSync(ballast, { force: true })
    const again = await put(await begin(50_000), new Uint8Array(50_000).fill(67))
    expect(again.status).to.be.below(300)
  })

  it('F34: an upload whose connection is cut at 90 % goes on from there', async () => {
    const size = 400_000
    const address = new URL(await begin(size))
    await new Promise<void>((done) => {
      const socket = net.connect(Number(address.port), '127.0.0.1', () => {
        socket.write(
          `PUT ${address.pathname} HTTP/1.1\r\nhost: ${address.host}\r\ncookie: ${house.admin.cookie}\r\ncontent-type: application/octet-stream\r\nupload-offset: 0\r\ncontent-length: ${size}\r\n\r\n`,
        )
        socket.write(Buffer.alloc(size * 0.9, 65), () => setTimeout(() => socket.destroy(), 500))
      })
      socket.on('close', () => done())
    })
    await sleep(300)
    let offset = -1
    await until('the offset', async () => {
      const { headers, body } = await call(address.origin, 'GET', address.pathname, { cookie: house.admin.cookie })
      offset = Number(headers.get('upload-offset') ?? body?.offset)
      return offset > 0
    })
    const rest = await put(address.href, new Uint8Array(size - offset).fill(65), offset)
    expect(rest.status, JSON.stringify(rest.body)).to.be.below(300)
    expect((await call(house.nodes[0]!.url, 'GET', rest.body.url, { cookie: house.admin.cookie })).body.length).to.equal(size)
  })
})
