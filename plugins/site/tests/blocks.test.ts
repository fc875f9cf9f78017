/** Blocks: what is let in of them, and that nothing of their texts is anything but text where they are drawn. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import site, { type Block, type BlockField, MAX_BLOCKS, MAX_DEPTH } from '../contract.ts'
import { blocksOf } from '../server/service/blocks/catalog.ts'
import { isLink } from '../server/service/blocks/links.ts'
import { parsePage } from '../server/service/blocks/parse.ts'
import { drawBlocks } from '../server/service/blocks/draw.ts'

const { routes } = site
const EVIL = '"><script>alert(1)</script>'
const page = (...content: object[]) => ({ root: { props: {} }, content: content as Block[] })
const heading = (id: string, more: object = {}) => ({ type: 'Heading', props: { id, text: `Words of ${id}`, ...more } })
const section = (id: string, content: object[]) => ({ type: 'Section', props: { id, content } })
const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

describe('blocks of pages', () => {
  let app: TestApp
  let admin: TestMember
  let picture: string
  const parse = (data: object) => app.run(null, (ctx) => parsePage(ctx, data as never))
  const draw = (content: object[], canvas: object = {}) =>
    app.run(null, async (ctx) => {
      const { content: parsed } = await parsePage(ctx, page(...content) as never)
      return drawBlocks(ctx, parsed, { isMember: false, isPreview: false, pageId: 7, ...canvas })
    })
  const htmlOf = async (content: object[], canvas: object = {}) => (await draw(content, canvas)).map(({ html }) => html).join('')

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/site'])
    admin = await app.member('admin')
    picture = (await app.upload(admin, `${EVIL}.png`)).signedId
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('say no script, whatever stands in any of their fields', async () => {
    const evil = (field: BlockField): unknown => {
      switch (field.kind) {
        case 'text':
        case 'textarea':
          return EVIL
        case 'richtext':
          return doc(EVIL)
        case 'picture':
          return { file: picture, alt: EVIL, x: 10, y: 90 }
        case 'link':
          return `https://example.com/?q=${EVIL}`
        case 'number':
        case 'switch':
        case 'select':
          return field.default
        case 'list':
          return [Object.fromEntries(Object.entries(field.of).map(([name, inner]) => [name, evil(inner)]))]
        case 'slot':
          return []
        case 'moment':
          return '2099-01-01T10:00:00Z'
        default:
          return null
      }
    }
    const kinds = await app.run(null, async (ctx) => [...blocksOf(ctx).values()].map(({ block }) => block))
    expect(kinds.length).to.be.greaterThan(20)
    for (const { type, fields } of kinds) {
      const props = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, evil(field)]))
      const content = [heading('first'), { type, props: { ...props, id: 'evil', ...(type === 'Code' && { code: EVIL, title: EVIL }) } }]
      for (const isPreview of [false, true]) {
        const html = await htmlOf(content, { isPreview })
        expect(html, type).to.not.match(/<script/i)
        // a value never ends its attribute
        expect(html.replace(/<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>|<\/[a-z0-9]+>/g, ''), type).to.not.include('<')
      }
    }
  })

  it('draw pictures that keep their room, and nothing for files that are not there', async () => {
    const html = await htmlOf([{ type: 'Picture', props: { id: 'a', picture: { file: picture, alt: 'A bowl', x: 20, y: 50 } } }])
    expect(html).to.match(
      /<img class="pic own" src="\/files\/[^"]+" width="\d+" height="\d+" alt="A bowl" decoding="async" fetchpriority="high" style="object-position:20% 50%">/,
    )
    expect(await htmlOf([{ type: 'Picture', props: { id: 'a', picture: { file: 'forged', alt: '' } } }])).to.equal('')
  })

  it('lead only where links of a page may', async () => {
    for (const link of ['/members', '/', '#prices', 'https://example.com/a?b=c#d', 'mailto:a@example.com', 'tel:+44 20 7946 0000'])
      expect(isLink(link), link).to.equal(true)
    const bad = [
      '//evil.example',
      '/\\evil.example',
      '/a\\b',
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/a b',
      '\\\\evil',
      'https:',
      '#a"b',
      'ftp://x',
      '/\t/evil.example',
      // a browser would take it for a path of ours
      'example.com/a',
    ]
    for (const link of bad) {
      expect(isLink(link), link).to.equal(false)
      const buttons = [{ label: 'Go', to: link }]
      const { status, code, message } = await refusal(parse(page({ type: 'Buttons', props: { id: 'a', buttons } })))
      expect({ status, code }, link).to.deep.equal({ status: 422, code: 'invalid_block' })
      expect(message).to.match(/^Buttons: Link\. Enter a path/)
    }
  })

  it('are parsed by their fields: what is missing is filled, what is unknown falls away, what is wrong is named', async () => {
    const { content } = await parse(page({ type: 'Heading', props: { id: 'a', text: '  Words  ', colour: 'red', look: { background: 'dark', glow: true } } }))
    const [gallery] = (await parse(page({ type: 'Gallery', props: { id: 'a', columns: 2.6 } }))).content
    expect(gallery!.props.columns).to.equal(3)
    expect(content[0]!.props).to.deep.equal({
      id: 'a',
      look: { background: 'dark', space_above: 'medium', space_below: 'medium', anchor: '', devices: 'all', audience: 'everybody' },
      ...{ text: '  Words  ', level: '2', size: 'medium', align: 'start' },
    })
    const wrong: [object, RegExp][] = [
      [{ type: 'Heading', props: { id: 'a', size: 'huge' } }, /^Heading: Size\. Choose one/],
      [{ type: 'Heading', props: { id: 'a', text: 'x'.repeat(201) } }, /^Heading: Text\. Use up to 200/],
      [{ type: 'Heading', props: { id: 'a', look: { background: 'url(x)' } } }, /^Heading: Background\. Choose one/],
      [{ type: 'Gallery', props: { id: 'a', columns: 99 } }, /^Gallery: Columns\. Enter a number from 2 to 5/],
      [{ type: 'Countdown', props: { id: 'a', until: 'tomorrow' } }, /^Countdown: End date and time\. Enter a date/],
      [{ type: 'Picture', props: { id: 'a', picture: 'x' } }, /^Image: Image\. Choose an image/],
      [{ type: 'Text', props: { id: 'a', text: { type: 'doc', content: [{ type: 'script' }] } } }, /^Text: Text\. /],
      [{ type: 'Features', props: { id: 'a', items: [{ title: {} }] } }, /^Features: Title\. Enter text/],
      [{ type: 'Columns', props: { id: 'a', one: [{ type: 'Heading' }] } }, /type and an id/],
    ]
    for (const [block, message] of wrong) expect((await refusal(parse(page(block)))).message).to.match(message)
    expect((await refusal(app.as(admin).call(routes.createPage, { body: { page: { name: 'Page', data: page(wrong[0]![0]) } } as never }))).status).to.equal(422)
  })

  it('are counted with those in them, lie so deep and no deeper, and have ids of their own', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => heading(`h${at}`))
    expect((await parse(page(section('s', many(MAX_BLOCKS - 1))))).content).to.have.lengthOf(1)
    expect((await refusal(parse(page(section('s', many(MAX_BLOCKS)))))).message).to.equal('A page can have up to 500 blocks.')
    const nested = (depth: number): object => (depth === 1 ? heading('deep') : section(`s${depth}`, [nested(depth - 1)]))
    expect((await parse(page(nested(MAX_DEPTH)))).content).to.have.lengthOf(1)
    expect((await refusal(parse(page(nested(MAX_DEPTH + 1))))).message).to.equal('Blocks can be nested up to 4 levels deep.')
    expect((await refusal(parse(page(heading('a'), section('b', [heading('a')]))))).message).to.equal('Two blocks have the id a.')
    const large = Array.from({ length: 50 }, (_, at) => ({ type: 'Code', props: { id: `c${at}`, code: 'x'.repeat(11_000) } }))
    expect((await refusal(parse(page(...large)))).message).to.equal('A page can be up to 500 kB. Remove some blocks.')
  })

  it('of plugins that are off are kept as they were, counted, and drawn by nobody', async () => {
    const strange = { type: 'Tomorrow', props: { id: 'x', html: EVIL, inner: [heading('in')], deep: { a: [1, null] } } }
    const { content } = await parse(page(strange))
    expect(content[0]).to.deep.include({ type: 'Tomorrow' })
    expect(content[0]!.props).to.deep.include({ html: EVIL, deep: { a: [1, null] } })
    expect(await htmlOf([strange])).to.equal('')
    expect((await refusal(parse(page(strange, heading('in'))))).message).to.equal('Two blocks have the id in.')
    const pit = (depth: number): object => ({ type: 'Tomorrow', props: { id: `p${depth}`, inner: depth > 1 ? [pit(depth - 1)] : [] } })
    expect((await refusal(parse(page(pit(5))))).message).to.equal('Blocks can be nested up to 4 levels deep.')
  })

  it('that fail leave an empty place, and say so to those who build', async () => {
    const html = await app.run(null, async (ctx) => {
      const known = blocksOf(ctx).get('Divider')!
      const { draw } = known.block
      known.block.draw = () => Promise.reject(new TypeError('broken'))
      try {
        return await drawBlocks(ctx, page(heading('a'), { type: 'Divider', props: { id: 'b' } }, heading('c')).content, {
          isMember: false,
          isPreview: true,
          pageId: null,
        })
      } finally {
        known.block.draw = draw
      }
    })
    expect(html.map(({ trouble }) => trouble)).to.deep.equal([null, 'Divider couldn’t be shown.', null])
    expect(html[1]!.html).to.equal('')
    expect(html[2]!.html).to.include('Words of c')
  })

  it('take no other with them in a preview where their query fails', async () => {
    const { block } = await app.run(null, async (ctx) => blocksOf(ctx).get('Divider')!)
    const { draw } = block
    block.draw = (ctx) => ctx.sql('select 1 / 0') as never
    try {
      const data = page({ type: 'Divider', props: { id: 'a' } }, { type: 'Picture', props: { id: 'b', picture: { file: picture, alt: 'A bowl' } } })
      const { blocks } = await app.as(admin).call(routes.preview, { body: { data } })
      expect(blocks.map(({ trouble }) => trouble)).to.deep.equal(['Divider couldn’t be shown.', null])
      expect(blocks[1]!.html).to.include('alt="A bowl"')
    } finally {
      block.draw = draw
    }
  })

  it('for members are not sent to visitors, nor the other way round, in others too', async () => {
    const only = (audience: string) => heading(audience, { look: { audience } })
    const content = [heading('all'), section('s', [only('members'), only('visitors')])]
    const [visitors, members] = [await htmlOf(content), await htmlOf(content, { isMember: true })]
    expect(visitors).to.include('Words of visitors').and.not.include('Words of members')
    expect(members).to.include('Words of members').and.not.include('Words of visitors')
    expect(await htmlOf([heading('a', { look: { devices: 'phone', anchor: 'prices', background: 'dark' } })])).to.match(
      /^<div class="band on-dark tm bm only-phone" id="prices">/,
    )
    expect(await htmlOf([heading('a', { look: { anchor: '" onclick="x' } })])).to.not.include('onclick')
  })

  it('that are saved are shown where they are named, and never in themselves', async () => {
    const [row] = await app.sql<{ id: number }>(`insert into site.reusable_block (community_id, name, data) values ($1, 'Foot', '{}') returning id`, [
      admin.communityId,
    ])
    const id = Number(row!.id)
    const self = page(heading('kept'), { type: 'Saved', props: { id: 'again', block: id } })
    await app.sql('update site.reusable_block set data = $1 where id = $2', [JSON.stringify(self), id])
    const html = await htmlOf([
      { type: 'Saved', props: { id: 'one', block: id } },
      { type: 'Saved', props: { id: 'two', block: id } },
    ])
    expect(html.match(/Words of kept/g)).to.have.lengthOf(2)
    // so many of so many are cut off, instead of being drawn for minutes
    const large = page(...Array.from({ length: 400 }, (_, at) => heading(`kept-${at}`)))
    await app.sql('update site.reusable_block set data = $1 where id = $2', [JSON.stringify(large), id])
    const all = await htmlOf(Array.from({ length: 40 }, (_, at) => ({ type: 'Saved', props: { id: `s${at}`, block: id } })))
    expect(all.match(/Words of kept/g)!.length).to.be.within(1_000, 2_000)
    expect((await app.as(admin).call(routes.choices, { query: { type: 'Saved', field: 'block', query: 'fo' } })).records).to.deep.equal([{ id, name: 'Foot' }])
    expect((await app.as(admin).call(routes.choices, { query: { type: 'Heading', field: 'text' } })).records).to.deep.equal([])
  })

  it('draw five hundred in a moment, the first title as the page’s', async () => {
    const content = Array.from({ length: MAX_BLOCKS }, (_, at) => heading(`h${at}`))
    const begun = performance.now()
    const html = await htmlOf(content)
    expect(performance.now() - begun).to.be.lessThan(5_000)
    expect([html.match(/<h1/g)!.length, html.match(/<h2/g)!.length]).to.deep.equal([1, MAX_BLOCKS - 1])
  })

  it('count members and name the community where a text asks for it', async () => {
    const html = await htmlOf([{ type: 'Hero', props: { id: 'a', title: 'Join {community}', text: '{members} people' } }])
    expect(html)
      .to.match(/<h1 class="h1">Join [^<{]+<\/h1>/)
      .and.match(/<p class="lead">\d+ people<\/p>/)
  })

  it('play nothing before somebody presses, and frame nobody but known players', async () => {
    const video = (url: string) => htmlOf([{ type: 'Video', props: { id: 'a', url, title: 'Throwing' } }])
    const html = await video('https://youtu.be/dQw4w9WgXcQ')
    expect(html).to.include('data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"').and.not.include('<iframe')
    expect(await video('https://evil.example/watch?v=dQw4w9WgXcQ')).to.equal('')
  })
})
