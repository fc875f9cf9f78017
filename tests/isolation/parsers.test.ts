/** What plugins read of others' texts: captions, pages behind links, names of domains. None of it may hold the process up. */
import { growth, LINEAR } from '@atrium/sdk/testing'
import { expect } from 'chai'
import type { OutboundReply } from '../../sdk/server/ctx.ts'
import { domainName } from '../../plugins/community/server/service/domain.ts'
import { lookAt } from '../../plugins/media/server/providers/preview.ts'
import { parseVtt } from '../../plugins/media/server/service/vtt.ts'

/** An eighth of what is given in the end. */
const SIZE = 62_500
const PIECES = [
  '<',
  '<a',
  '</',
  '&',
  '&amp',
  '\n',
  '\n ',
  '\r',
  ':',
  '0:',
  '00:00',
  '-->',
  '00:01.0 --> ',
  ' ',
  '<meta ',
  '<meta property="',
  '<!--',
  '<title>',
  '<script>',
  '"',
  "='",
]

const quietly = (run: () => unknown) => () => {
  try {
    run()
  } catch {}
}
const page = (html: string) => ({
  fetch: async (): Promise<OutboundReply> => ({
    ...{ status: 200, ok: true, headers: { 'content-type': 'text/html' }, url: 'https://example.com/' },
    ...{ body: Buffer.from(html), text: () => html, json: () => null },
  }),
})

describe('parsers of plugins', function () {
  this.timeout(120_000)
  it('A68: captions of any form take time by their length alone', async () => {
    for (const piece of PIECES)
      for (const before of ['', 'WEBVTT\n\n00:01.000 --> 00:02.000\n']) {
        const read = (size: number) => quietly(() => parseVtt(before + piece.repeat(Math.ceil(size / piece.length))))()
        expect(await growth(SIZE, read), JSON.stringify(before + piece)).to.be.below(LINEAR)
      }
    expect(parseVtt(`00:01.000 --> 00:02.000\n${'<'.repeat(10)}<i>said</i>`)[0]!.text).to.equal(`${'<'.repeat(10)}said`)
  })
  it('A68: so are pages of any form', async () => {
    for (const piece of PIECES) {
      const look = (size: number) => lookAt(page(`<html><head>${piece.repeat(Math.ceil(size / piece.length))}`), 'https://example.com/').catch(() => null)
      expect(await growth(SIZE, look), JSON.stringify(piece)).to.be.below(LINEAR)
    }
  })
  it('A68: and names of domains', async () => {
    for (const piece of ['a.', 'a-', '-', '.', '/', 'http://', 'xn--'])
      expect(await growth(3_000, (size) => quietly(() => domainName(piece.repeat(size), 'atrium.test'))()), piece).to.be.below(LINEAR)
  })
})
