/** How the browser's part of an upload cuts a file, against a server and a proxy that are played here. */
import { expect } from 'chai'
import { setBoot } from '../../sdk/web/core/boot.ts'
import { upload } from '../../sdk/web/core/uploading.ts'

const MB = 2 ** 20

describe('uploads in pieces', () => {
  const kept = { fetch: globalThis.fetch, request: globalThis.XMLHttpRequest, listen: globalThis.addEventListener, stop: globalThis.removeEventListener }
  /** Bytes of each body that came, and how many the proxy lets through. */
  let sent: number[] = []
  let most = Infinity
  let stored = 0

  class Request {
    status = 0
    responseText = ''
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    onload!: () => void
    onloadend!: () => void
    #offset = 0
    open() {}
    abort() {}
    setRequestHeader(name: string, value: string) {
      if (name === 'upload-offset') this.#offset = Number(value)
    }
    send(body: Blob) {
      sent.push(body.size)
      expect(this.#offset).to.equal(stored)
      const isLet = body.size <= most
      if (isLet) stored += body.size
      this.status = isLet ? 200 : 413
      this.responseText = isLet ? JSON.stringify({ signed_id: 'x', offset: stored }) : '<html>413 Request Entity Too Large</html>'
      this.upload.onprogress?.({ loaded: body.size })
      queueMicrotask(() => {
        this.onload()
        this.onloadend()
      })
    }
  }

  before(() => {
    setBoot({ account: null, plugins: [] } as never)
    globalThis.fetch = async () => new Response(JSON.stringify({ direct_upload: { url: '/internal_api/direct_uploads/x' } }), { status: 201 })
    Object.assign(globalThis, { XMLHttpRequest: Request, addEventListener: () => {}, removeEventListener: () => {} })
  })
  after(() => {
    globalThis.fetch = kept.fetch
    Object.assign(globalThis, { XMLHttpRequest: kept.request, addEventListener: kept.listen, removeEventListener: kept.stop })
  })
  beforeEach(() => {
    sent = []
    stored = 0
    most = Infinity
  })
  const file = (size: number) => new File([new Uint8Array(size)], 'film.mp4', { type: 'video/mp4' })

  it('sends eight megabytes at a time, a small file whole, and tells how far it is', async () => {
    const percents: number[] = []
    expect(await upload(file(20 * MB), { onProgress: (percent) => percents.push(percent) })).to.include({ signed_id: 'x', byte_size: 20 * MB })
    expect(sent).to.deep.equal([8 * MB, 8 * MB, 4 * MB])
    expect(percents).to.deep.equal([40, 80, 100, 100])
    sent = []
    stored = 0
    await upload(file(3))
    expect(sent).to.deep.equal([3])
  })

  it('goes on in smaller pieces where a proxy takes a megabyte, and says so where it takes none', async () => {
    most = MB
    await upload(file(2_000_000))
    expect(sent).to.deep.equal([2_000_000, 900_000, 900_000, 200_000])
    ;[sent, stored, most] = [[], 0, 1_000]
    expect(await upload(file(2_000_000)).catch((error) => error)).to.include({ code: 'upload_failed' })
    expect(sent).to.deep.equal([2_000_000, 900_000])
  })
})
