/** The first line of a page knows theme and appearance: nothing flashes, and nothing of it can be written by anybody else. */
import { expect } from 'chai'
import { createHash } from 'node:crypto'
import communities from '@atrium/sdk/kernel/communities'
import auth from '@atrium/sdk/kernel/auth'
import { type TestApp, testApp } from '@atrium/sdk/testing'

describe('the first paint', () => {
  let app: TestApp
  before(async () => {
    const template = async () => '<!doctype html><html lang="en"><head><!--head--></head><body><!--boot--><!--body--></body></html>'
    app = await testApp(['plugins/spaces'], { web: { template, assets: null, sprite: '', plugins: new Map(), release: 'test' } })
    // the first community comes with its first member
    await app.member()
  })
  after(() => app?.close())

  const page = async (cookie = '', member: Parameters<TestApp['as']>[0] = null) =>
    String((await app.as(member).send('GET', '/', undefined, { accept: 'text/html', ...(cookie && { cookie }) })).body)
  const htmlTag = (html: string) => /<html[^>]*>/.exec(html)![0]

  it('is the community’s, and what this device showed last where it has chosen', async () => {
    expect(htmlTag(await page())).to.include('data-appearance="light" data-theme="default"')
    expect(htmlTag(await page('appearance=dark'))).to.include('data-appearance="dark"')
    expect(htmlTag(await page('appearance="><script>'))).to.include('data-appearance="light"')
  })

  it('follows the device where nobody has chosen, by one script that the page’s policy lets run', async () => {
    const follows = /<script>(if\(matchMedia[^<]*)<\/script>/
    const { body, headers } = await app.as(null).send('GET', '/', undefined, { accept: 'text/html' })
    const [, script] = follows.exec(String(body))!
    expect(headers['content-security-policy']).to.include(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
    const member = await app.member()
    expect(await page('', member)).to.match(follows)
    expect(await page('appearance=dark')).to.not.match(follows)
    await app.as(member).call(auth.routes.updateAccount, { body: { appearance: 'light' } })
    expect(await page('', member)).to.not.match(follows)
  })

  it('follows the member, who may leave it to the device', async () => {
    const member = await app.member()
    await app.as(member).call(auth.routes.updateAccount, { body: { appearance: 'dark' } })
    expect(htmlTag(await page('', member))).to.include('data-appearance="dark"')
    const { appearance } = await app.as(member).call(auth.routes.updateAccount, { body: { appearance: 'system' } })
    expect(appearance).to.equal('system')
    expect((await app.as(member).send('PATCH', '/internal_api/account', { appearance: 'sepia' })).status).to.equal(422)
  })

  it('carries the colours of a custom theme, checked and in one element', async () => {
    const admin = await app.member('admin')
    const theme = {
      default_appearance: 'dark' as const,
      current_theme: 'custom',
      is_custom: true,
      custom_colors: { light: { sidebar_background_color: '#10231a', link_color: '' as const } },
    }
    await app.as(admin).call(communities.routes.updateCommunity, { body: { theme } })
    const html = await page()
    expect(htmlTag(html)).to.include('data-appearance="dark" data-theme="default"')
    expect(html.match(/<style id="atrium-theme">/g)).to.have.length(1)
    expect(html).to.match(/<style id="atrium-theme">html:root\[data-theme\]\[data-appearance="light"\]\{[^<]*--sidebar-background-color:oklch\(/)
    const own = (customize_community_enabled: boolean) => app.as(admin).call(communities.routes.updateSettings, { body: { customize_community_enabled } })
    await own(false)
    expect(await page()).not.to.include('--sidebar-background-color:oklch(')
    expect(htmlTag(await page())).to.include('data-appearance="dark"')
    await own(true)
    expect(await page()).to.include('--sidebar-background-color:oklch(')
    for (const link_color of ['red', '#12345', '</style>', 'url(//evil.example)'])
      expect(
        (await app.as(admin).send('PATCH', '/internal_api/community', { theme: { custom_colors: { light: { link_color } } } })).status,
        link_color,
      ).to.equal(422)
    expect((await app.as(admin).send('PATCH', '/internal_api/community', { theme: { current_theme: 'nosuch' } })).status).to.equal(422)
    await app.as(admin).call(communities.routes.updateCommunity, { body: { theme: { current_theme: 'sage', is_custom: false } } })
    const sage = await page()
    expect(htmlTag(sage)).to.include('data-theme="sage"')
    expect(sage).not.to.include('atrium-theme')
  })

  it('has one appearance for all where dark mode is off', async () => {
    const admin = await app.member('admin')
    await app.as(admin).call(communities.routes.updateCommunity, { body: { theme: { default_appearance: 'light' } } })
    await app.as(admin).call(communities.routes.updateSettings, { body: { dark_mode_enabled: false } })
    expect(htmlTag(await page('appearance=dark'))).to.include('data-appearance="light"')
  })
})
