/** What plugins read of others' texts: captions, pages behind links, names of domains. None of it may hold the process up. */
import { Readable } from 'node:stream'
import { AtriumError } from '@atrium/sdk'
import { parseXml } from '@atrium/sdk/server'
import { growth, LINEAR } from '@atrium/sdk/testing'
import { expect } from 'chai'
import type { OutboundReply } from '../../sdk/server/ctx.ts'
import { addressesIn, listedIn } from '../../plugins/moderation/server/service/matching.ts'
import { piecesOf } from '../../plugins/invitations/server/service/addresses.ts'
import { readXml } from '../../plugins/events/server/service/dav/xml.ts'
import { readManifest, webLinkOf } from '../../plugins/packages/server/service/manifest.ts'
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

describe('parsers of plugins', () => {
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
  it('A68: and members’ texts that are searched for addresses and listed words', async () => {
    for (const piece of ['a', 'a.', 'a..', 'a-', 'a b ', '.', 'http://', 'a.aa/', '(', '( ', '4', '|', 'á']) {
      const text = (size: number) => piece.repeat(size / piece.length)
      expect(await growth(7_500, (size) => addressesIn(text(size), null)), `addresses in ${piece}`).to.be.below(LINEAR)
      expect(await growth(7_500, (size) => listedIn(['viagra', '4ever'], text(size))), `words in ${piece}`).to.be.below(LINEAR)
    }
    expect(addressesIn('https://www.Example.com/a ..evil.com äb.example.org xhttp://foo.de', null)).to.deep.equal([
      'example.com/a',
      'evil.com',
      'b.example.org',
      'foo.de',
    ])
  })
  it('A68: and addresses that are pasted', async () => {
    for (const piece of ['a,', '"', '",', '.', ' ', '<', '> ', '< ', '" <', 'mailto:', ';', 'a '])
      expect(await growth(SIZE, (size) => piecesOf(piece.repeat(size / piece.length))), JSON.stringify(piece)).to.be.below(LINEAR)
    expect(piecesOf('a@example.com,'.repeat(60_000))).to.have.length(5_001)
  })
  it('A68: and XML of programs and packages, whatever is never closed', async () => {
    const readers: [string, (xml: string) => unknown][] = [
      ['a question to calendars', (xml) => readXml(Readable.from([Buffer.from(xml)])).catch(() => null)],
      ['a manifest', (xml) => quietly(() => readManifest(xml, '', () => true))()],
      ['a link', (xml) => quietly(() => webLinkOf(xml))()],
    ]
    for (const [name, read] of readers)
      for (const [open, close] of [
        ['<a>', '</b>'],
        ['<a>', '</a>'],
        ['<a ', '>'],
        ['<a b="', '"/>'],
        ['<', '<'],
        ['&', ';'],
        ['<!', '>'],
      ] as const) {
        const half = (size: number, piece: string) => piece.repeat(size / 2 / piece.length)
        expect(await growth(15_000, (size) => read(half(size, open) + half(size, close))), `${name}: ${open}…${close}`).to.be.below(LINEAR)
      }
  })
  it('one reader of XML refuses with words what is too deep, too much, too large, or holds a NUL', async () => {
    const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`
    const many = (elements: number) => `<r>${'<a/>'.repeat(elements - 1)}</r>`
    expect(() => parseXml(deep(100))).to.not.throw()
    expect(() => parseXml(many(100_000))).to.not.throw()
    expect(parseXml('<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;&amp;&#0;</a>').children.at(-1)!.children![0]!.data).to.equal('&b;&\ufffd')
    const refused: [string, string, RegExp][] = [
      ['a level too many', deep(101), /too many levels/],
      ['levels for any stack', deep(200_000), /too many levels/],
      ['levels that nobody closes', '<a>'.repeat(1_000_000), /too many levels/],
      ['an element too many', many(100_001), /too many elements/],
      ['a letter too many', `<a>${'x'.repeat(4 * 2 ** 20)}</a>`, /4 MB/],
      ['letters of several bytes', `<a>${'é'.repeat(2 ** 21)}</a>`, /4 MB/],
      ['a NUL', '<a>\0</a>', /valid XML/],
      ['a NUL in a name', '<a b\0="1"/>', /valid XML/],
    ]
    const errorOf = async (run: () => unknown) => {
      try {
        await run()
      } catch (error) {
        return error as AtriumError
      }
      return null
    }
    for (const [name, xml, words] of refused) {
      for (const run of [() => parseXml(xml), () => readManifest(xml, '', () => true), () => webLinkOf(xml)]) {
        const error = await errorOf(run)
        expect([error?.status, error instanceof AtriumError], name).to.deep.equal([422, true])
        expect(error!.message, name).to.match(words)
      }
      const asked = await errorOf(() => readXml(Readable.from([Buffer.from(xml)])))
      expect(asked?.status, name).to.be.oneOf([400, 413])
    }
  })
  it('A68: and names of domains', async () => {
    for (const piece of ['a.', 'a-', '-', '.', '/', 'http://', 'xn--'])
      expect(await growth(3_000, (size) => quietly(() => domainName(piece.repeat(size), 'atrium.test'))()), piece).to.be.below(LINEAR)
  })
})
