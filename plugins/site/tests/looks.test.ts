/** Looks of pages: colors that can be read, the built-in ones as a beginning; fonts of one's own. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { BUILT_IN_THEMES, contrast, fromHex, readable, toHex } from '@atrium/sdk/theme'
import { expect } from 'chai'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import site, { MAX_FONT_BYTES, MAX_FONTS, type ThemeLook } from '../contract.ts'
import { palettesOf } from '../server/service/palettes.ts'

const { routes } = site
const LIGHT = { background: '#ffffff', surface: '#f4f4f6', text: '#1c1d22', muted: '#55565c', accent: '#4d45e6', accent_text: '#ffffff' }
const DARK = { background: '#151618', surface: '#1d1d1f', text: '#ecedef', muted: '#bababd', accent: '#5369e5', accent_text: '#ffffff' }
const LOOK: ThemeLook = {
  name: 'Clay',
  light: LIGHT,
  dark: DARK,
  heading_font: 'serif',
  body_font: 'sans',
  radius: 8,
  width: 'medium',
  logo: null,
  dark_logo: null,
}
const fontFile = (name: string) => readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

describe('built-in themes as looks of pages', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.resolve('@atrium/sdk/theme.css')), 'utf8')
  const colourIn = (theme: string, appearance: string, token: string): [number, number, number] => {
    const from = css.indexOf(`[data-theme="${theme}"]${appearance === 'light' ? ':not([data-appearance="dark"])' : '[data-appearance="dark"]'} {`)
    const [, ...parts] = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css.slice(from, css.indexOf('}', from)))!
    return parts.map(Number) as [number, number, number]
  }
  for (const theme of BUILT_IN_THEMES)
    it(`${theme} has the accent of the style sheet, and can be read`, () => {
      for (const [appearance, colours] of Object.entries(palettesOf(theme))) {
        const ink = colourIn(theme, appearance, 'brand-text-color')
        expect(colours.accent_text).to.equal(toHex(ink))
        expect(colours.accent).to.equal(toHex(readable(colourIn(theme, appearance, 'brand-color'), ink)))
        for (const [one, other] of [
          ['text', 'background'],
          ['text', 'surface'],
          ['muted', 'background'],
          ['muted', 'surface'],
          ['accent_text', 'accent'],
        ] as const)
          expect(contrast(fromHex(colours[one]), fromHex(colours[other])), `${appearance} ${one} on ${other}`).to.be.at.least(4.5)
      }
    })
})

describe('looks of the site', () => {
  let app: TestApp
  let admin: TestMember
  let other: TestMember
  let member: TestMember
  let moderator: TestMember
  let elsewhere: TestMember
  const as = (who: TestMember | null) => app.as(who)
  const create = (look: object = {}, who = admin) => as(who).call(routes.createTheme, { body: { theme: { ...LOOK, ...look } } })
  const change = (id: number, theme: object, who = admin) => as(who).call(routes.updateTheme, { params: { themeId: id }, body: { theme } })
  const takeFont = async (name: string, bytes: Uint8Array, who = admin) => {
    const { signedId } = await app.upload(who, name, bytes)
    return as(who).call(routes.createFont, { body: { custom_font: { family: 'Kiln', file: signedId, is_licensed: true } } })
  }
  const files = async () => Number((await app.sql('select count(*) from kernel.file'))[0].count)

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/site'])
    admin = await app.member('admin')
    other = await app.member('admin')
    member = await app.member('member')
    moderator = await app.member('moderator')
    elsewhere = await app.member('admin', { community: await app.community() })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are made, also of a built-in one, and one is the standard', async () => {
    const own = await create()
    expect(own).to.deep.include({ name: 'Clay', base: 'default', is_default: false, pages_count: 0, logo_url: null, radius: 8 })
    const custom = await as(admin).call(routes.createCustomTheme, { body: { theme: { name: 'Dark roast', base: 'espresso' } } })
    expect(custom).to.deep.include({ base: 'espresso', ...palettesOf('espresso') })
    expect(await change(custom.id, { is_default: true, radius: 0 })).to.include({ is_default: true, radius: 0 })
    const page = await as(admin).call(routes.createPage, { body: { page: { name: 'Looked' } } })
    await as(admin).call(routes.changeTheme, { params: { pageId: page.id }, body: { theme_id: custom.id } })
    const { records } = await as(admin).call(routes.themes)
    expect(records.map(({ is_default, pages_count }) => [is_default, pages_count])).to.deep.equal([
      [false, 0],
      [true, 1],
    ])
    await as(admin).call(routes.destroyTheme, { params: { themeId: custom.id } })
    expect((await as(admin).call(routes.page, { params: { id: page.id } })).theme_id).to.equal(null)
    expect((await refusal(as(admin).call(routes.changeTheme, { params: { pageId: page.id }, body: { theme_id: custom.id } }))).status).to.equal(422)
    expect((await as(admin).call(routes.themes)).records.some(({ is_default }) => is_default)).to.equal(false)
  })

  it('refuse colors that cannot be read, and name the two', async () => {
    const { id } = await create()
    for (const [look, said] of [
      [{ light: { ...LIGHT, text: '#dddddd' } }, /^Light: text .* background/],
      [{ light: { ...LIGHT, surface: '#222222' } }, /^Light: text .* cards/],
      [{ dark: { ...DARK, muted: '#333333' } }, /^Dark: secondary text .* background/],
      [{ dark: { ...DARK, accent_text: '#5369e6' } }, /^Dark: text on buttons .* accent/],
    ] as const) {
      for (const call of [() => create(look), () => change(id, look)]) expect((await refusal(call())).message).to.match(said)
    }
    for (const bad of [
      { light: { ...LIGHT, text: 'red' } },
      { radius: 33 },
      { width: 'huge' },
      { heading_font: '999999' },
      { body_font: '1; drop' },
      { name: ' ' },
    ])
      expect((await refusal(create(bad))).status, JSON.stringify(bad)).to.equal(422)
  })

  it('have logos that visitors see', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer()
    const mine = await app.upload(admin, 'logo.png', bytes)
    const theme = await create({ logo: mine.signedId })
    expect((await as(null).send('GET', theme.logo_url!)).status).to.equal(200)
    expect(await change(theme.id, { logo: mine.signedId, dark_logo: null }, other)).to.include({ logo: mine.signedId })
    const foreign = await app.upload(other, 'logo.png', bytes)
    expect(await refusal(change(theme.id, { dark_logo: foreign.signedId }))).to.include({ status: 404 })
  })

  it('take fonts of every kind and cut them to the letters in use', async () => {
    const ttf = fontFile('DejaVuSansMono-Bold')
    const woff = await subsetFont(ttf, 'abc é', { targetFormat: 'woff' })
    const woff2 = await subsetFont(ttf, 'abc é', { targetFormat: 'woff2' })
    for (const [name, bytes] of [
      ['a.ttf', ttf],
      ['a.woff', woff],
      ['a.woff2', woff2],
    ] as const) {
      const font = await takeFont(name, bytes)
      expect(font, name).to.include({ family: 'Kiln', weight: 400, style: 'normal', original_size: bytes.length })
      expect(font.url).to.match(new RegExp(`^/site/fonts/${font.id}-[0-9a-f]{8}\\.woff2$`))
      if (name === 'a.ttf') expect(font.size).to.be.below(ttf.length / 4)
      const sent = await fetch(app.url + font.url)
      expect([sent.status, Buffer.from(await sent.arrayBuffer()).toString('latin1', 0, 4)]).to.deep.equal([200, 'wOF2'])
    }
    const [font] = (await as(admin).call(routes.fonts)).records
    const theme = await create({ heading_font: String(font!.id) })
    expect(await as(admin).call(routes.updateFont, { params: { id: font!.id }, body: { custom_font: { weight: 700, style: 'italic' } } })).to.include({
      weight: 700,
    })
    const before = await files()
    await as(admin).call(routes.destroyFont, { params: { id: font!.id } })
    expect(await files()).to.equal(before - 2)
    expect((await as(admin).call(routes.theme, { params: { themeId: theme.id } })).heading_font).to.equal('sans')
    expect((await fetch(app.url + font!.url)).status).to.equal(404)
  })

  it('take nothing that is no font, and leave nothing of it', async () => {
    const ttf = fontFile('DejaVuSansMono-Bold')
    const woff = Buffer.from(await subsetFont(ttf, 'abc', { targetFormat: 'woff' }))
    // a table that unpacks to a thousand times what it says
    const bomb = Buffer.concat([woff, deflateSync(Buffer.alloc(5_000_000))])
    bomb.writeUInt32BE(woff.length, 48)
    bomb.writeUInt32BE(bomb.length - woff.length, 52)
    const huge = Buffer.from(woff)
    huge.writeUInt32BE(4_000_000_000, 16)
    const bad: [string, Uint8Array][] = [
      ['text.ttf', Buffer.from('This is no font.')],
      ['half.ttf', ttf.subarray(0, 4_000)],
      ['head.woff2', Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(2_000, 7)])],
      ['short.woff', Buffer.from('wOFF')],
      ['bomb.woff', bomb],
      ['huge.woff', huge],
      ['large.ttf', Buffer.concat([ttf, Buffer.alloc(MAX_FONT_BYTES)])],
    ]
    const before = await files()
    for (const [name, bytes] of bad) {
      const { status, details } = await refusal(takeFont(name, bytes))
      expect([status, Object.keys(details as object)], name).to.deep.equal([422, ['body.custom_font.file']])
    }
    expect(await files()).to.equal(before)
    // and one that is sound still comes through
    const { id } = await takeFont('a.ttf', ttf)
    await as(admin).call(routes.destroyFont, { params: { id } })
  })

  it('take fonts of one’s own alone, with the right to use them', async () => {
    const { signedId } = await app.upload(other, 'a.ttf', fontFile('DejaVuSansMono-Bold'))
    const ask = (file: string, is_licensed: unknown = true) =>
      as(admin).send('POST', '/internal_api/settings/site/custom_fonts', { custom_font: { family: 'Kiln', file, is_licensed } })
    expect((await ask(signedId)).status).to.equal(404)
    expect((await ask(signedId, false)).status).to.equal(422)
    expect((await as(null).send('GET', '/site/fonts/1-00000000.woff2')).status).to.equal(404)
    const used = await app.upload(
      admin,
      'logo.png',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    )
    const theme = await create({ logo: used.signedId })
    expect((await ask(used.signedId)).status).to.equal(404)
    expect((await as(null).send('GET', theme.logo_url!)).status).to.equal(200)
    await app.sql(
      `insert into site.font (community_id, family, file_id, subset_file_id, original_size, size) select f.community_id, 'x', f.id, f.id, 1, 1 from (select * from kernel.file where id = $1) f, generate_series(1, $2::int)`,
      [used.id, MAX_FONTS],
    )
    expect(await refusal(takeFont('a.ttf', fontFile('DejaVuSansMono-Bold')))).to.include({ status: 409, code: 'too_many_fonts' })
  })

  it('are admins’ alone, and of one community', async () => {
    const { id } = await create()
    for (const who of [member, moderator]) expect(await refusal(change(id, { radius: 1 }, who))).to.include({ status: 403 })
    expect(await refusal(change(id, { radius: 1 }, elsewhere))).to.include({ status: 404 })
    expect((await as(elsewhere).call(routes.themes)).records).to.deep.equal([])
    expect((await as(elsewhere).call(routes.fonts)).records).to.deep.equal([])
  })
})
