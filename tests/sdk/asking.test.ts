/** Settings can be asked: whatever stands on a screen of theirs is found, in both languages, by its words and by others for it. */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Manifest } from '../../sdk/core/manifest.ts'
import { indexOfSettings, type SettingsIndex, type Speaker } from '../../sdk/server/said.ts'
import { type Askable, ask, askables } from '../../shell/src/admin/asking.ts'
import { type AdminMenuGroup, menuOf, OWN, positionOf } from '../../shell/src/admin/places.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
type Words = Record<string, Record<string, string>>

const wordsOf = (speakers: Speaker[], locale: string): Words =>
  Object.fromEntries(speakers.map(({ id, dir }) => [id, JSON.parse(readFileSync(path.join(dir, 'locales', `${locale}.json`), 'utf8'))]))

function house(speakers: Speaker[], words: Words, index: SettingsIndex): { groups: AdminMenuGroup[]; all: Askable[] } {
  const say = (plugin: string, key: string) => words[plugin]?.[key] ?? words[plugin]?.[`${key}_other`] ?? key
  const own = OWN.map((entry) => ({ ...entry, plugin: 'shell', label: say('shell', entry.title) }))
  const contributed = speakers.flatMap(({ id, manifest }) =>
    Object.entries(manifest?.admin ?? {}).flatMap(([to, { group, title, under, icon = '', order = 50 }]) =>
      title ? [{ group, title, under, icon, order, to, plugin: id, label: say(id, title) }] : [],
    ),
  )
  const groups = menuOf([...own, ...contributed], (group) => say('shell', `admin.group.${group}`))
  const holders = speakers.flatMap(({ id, manifest }) => (manifest ? [{ id, title: manifest.title, switches: [], has_settings: true }] : []))
  return { groups, all: askables(index, groups, holders, say) }
}

describe('settings that are asked', () => {
  const speakers: Speaker[] = [{ id: 'shell', dir: path.join(ROOT, 'shell') }]
  let index: SettingsIndex
  before(async () => {
    for (const id of readdirSync(path.join(ROOT, 'plugins')).sort()) {
      const dir = path.join(ROOT, 'plugins', id)
      const { default: manifest } = (await import(path.join(dir, 'plugin.ts'))) as { default: Manifest }
      speakers.push({ id, dir, manifest })
    }
    const words = wordsOf(speakers, 'en-US')
    index = await indexOfSettings(speakers, (id) => Object.keys(words[id]!))
  })

  const asked: Record<string, Record<string, string>> = {
    'en-US': {
      refund: '/settings/paywalls/paywall_charges',
      logo: '/settings#find=shell:branding.logo',
      smtp: '/settings/health',
      stripe: '/settings/payments#find=payments:provider.stripe',
      timezone: '/account',
      backup: '/settings/export',
      'two factor': '/settings/sign_in',
      'delete member': '/audience/manage',
      'delete account': '/account/data',
      profanity: '/settings/moderation/edit',
      trial: '/settings/paywalls',
      favicon: '/settings#find=shell:branding.icon',
      'quiet hours': '/account/notifications',
      'community name': '/settings#find=shell:general.name',
      'how do I change the favicon': '/settings#find=shell:branding.icon',
    },
    'pt-BR': {
      reembolso: '/settings/paywalls/paywall_charges',
      logo: '/settings#find=shell:branding.logo',
      smtp: '/settings/health',
      'fuso horario': '/account',
      backup: '/settings/export',
      'dois fatores': '/settings/sign_in',
      'excluir membro': '/audience/manage',
      'excluir conta': '/account/data',
      palavrões: '/settings/moderation/edit',
      favicon: '/settings#find=shell:branding.icon',
      senha: '/settings/sign_in',
      'como eu mudo o favicon': '/settings#find=shell:branding.icon',
    },
  }
  for (const [locale, questions] of Object.entries(asked))
    it(`lead to the control by what people call it, ${locale}`, () => {
      const { all } = house(speakers, wordsOf(speakers, locale), index)
      for (const [question, to] of Object.entries(questions))
        expect(
          ask(all, question).map((found) => found.to),
          question,
        ).to.include(to)
    })

  it('name the way: group, entry, tab', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const found = ask(all, 'refund').find(({ id }) => id === 'paywalls:refund.title')!
    expect(found.path).to.deep.equal(['Paywalls', 'Overview', 'Charges'])
  })

  it('say the same words once in an entry', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const said = ask(all, 'refund').map(({ label, path: [group, entry] }) => `${group} ${entry} ${label}`)
    expect(said).to.deep.equal([...new Set(said)])
  })

  it('are no words that are said in passing, or of what was done', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const said = ['removed', 'refunded', 'deleted', 'domain', 'badge', 'saved'].flatMap((text) =>
      ask(all, text).flatMap(({ label, excerpt }) => [label, excerpt ?? '']),
    )
    for (const words of ['Domain removed', 'Refunded', 'Member deleted', 'It’s removed from all members who have it.', 'Saved.'])
      expect(said, words).to.not.include(words)
  })

  it('are no parts of sentences, and no states of a record', () => {
    for (const locale of ['en-US', 'pt-BR']) {
      const { all } = house(speakers, wordsOf(speakers, locale), index)
      const controls = all.filter(({ isScreen, to }) => !isScreen && !to.startsWith('/account'))
      expect(controls.map(({ label }) => label).filter((label) => /^\P{L}*\p{Ll}|\{\w+\}|…/u.test(label))).to.deep.equal([])
    }
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const said = ['refund', 'banned', 'until', 'time zone', 'dark mode'].flatMap((text) => ask(all, text).map(({ label }) => label))
    for (const words of ['… refunded', 'No refund', 'banned', 'Banned', 'No banned members', 'by …', 'Until', 'Your time zone: …', 'Switch to dark mode'])
      expect(said, words).to.not.include(words)
  })

  it('come in order: the label itself, what begins so, what has it, other words, helps', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    expect(
      ask(all, 'refund')
        .map(({ label }) => label)
        .slice(0, 2),
    ).to.deep.equal(['Refund', 'Refund terms'])
    const { all: inPortuguese } = house(speakers, wordsOf(speakers, 'pt-BR'), index)
    expect(ask(inPortuguese, 'senha')[0]!.to).to.equal('/settings/sign_in')
  })

  it('find by the stem, and what is written as one word or as two', () => {
    const { all } = house(speakers, wordsOf(speakers, 'pt-BR'), index)
    expect(ask(all, 'reembolso').map(({ label }) => label)).to.include('Reembolsar')
    expect(ask(all, 'email').length).to.be.greaterThan(5)
    const { all: inEnglish } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const found = (text: string) => ask(inEnglish, text).map(({ id }) => id)
    expect(found('timezone')).to.deep.equal(found('time zone'))
  })

  it('leave out what nearly all screens have, say no name twice, and say where what is behind a menu is', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    expect(['edit', 'copy', 'name'].flatMap((text) => ask(all, text).map(({ label }) => label))).to.not.include.members(['Edit', 'Copy'])
    expect(all.filter(({ path }) => path.some((name, at) => name === path[at - 1])).map(({ label }) => label)).to.deep.equal([])
    const [refund] = ask(all, 'refund')
    expect(refund).to.include({ label: 'Refund', isExact: true, where: 'In the menu of a charge' })
  })

  it('put the setting first, and say it once', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    expect(ask(all, 'smtp').map(({ to }) => to)).to.deep.equal(['/settings/health', '/settings/emails/settings'])
    expect(ask(all, 'custom colors').filter(({ label }) => label === 'Custom colors')).to.have.length(1)
  })

  it('find what stands in a help, and say where', () => {
    const { all } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const [found] = ask(all, 'at least as long as buyers can')
    expect(found).to.include({ label: 'Days until due', excerpt: 'At least as long as buyers can get a refund.' })
  })

  for (const locale of ['en-US', 'pt-BR'])
    it(`find every screen by its labels, ${locale}`, () => {
      const { groups, all } = house(speakers, wordsOf(speakers, locale), index)
      const places = groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.tabs.slice(1)]))
      const lost = places.filter(({ to, label }) => !ask(all, label).some((found) => found.to === to))
      expect(lost.map(({ to, label }) => `${label} ${to}`)).to.deep.equal([])
      const wordless = places.filter(({ to }) => !all.some((one) => !one.isScreen && one.to.startsWith(`${to}#`)))
      expect(wordless.map(({ to }) => to)).to.deep.equal([])
    })

  it('are about 30 entries, and every former one has its tab', () => {
    const { groups } = house(speakers, wordsOf(speakers, 'en-US'), index)
    const entries = groups.flatMap((group) => group.entries)
    expect(entries.length).to.be.at.most(30)
    expect(groups.filter(({ entries }) => entries.length === 1).map(({ title }) => title)).to.deep.equal([])
    for (const { manifest } of speakers)
      for (const [to, { title }] of Object.entries(manifest?.admin ?? {})) if (title) expect(positionOf(groups, to)?.place.to).to.equal(to)
  })

  it('are those of a plugin that comes built, too', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'atrium-built-'))
    await mkdir(path.join(dir, 'locales'))
    const words = { title: 'Bowls', 'title.find': 'cups', 'settings.glaze': 'Glaze', 'settings.glaze.help': 'Celadon or tenmoku', 'kiln.hot': 'Hot' }
    await writeFile(path.join(dir, 'locales/en-US.json'), JSON.stringify(words))
    const manifest = { id: 'bowls', title: 'Bowls', admin: { '/settings/bowls': { module: 'screens/Bowls', group: 'content', title: 'title' } } } as never
    const built = [{ id: 'bowls', dir, manifest }]
    const { all } = house(built, { bowls: words }, await indexOfSettings(built, () => Object.keys(words)))
    expect(ask(all, 'celadon').map(({ to }) => to)).to.deep.equal(['/settings/bowls#find=bowls:settings.glaze'])
    expect(ask(all, 'cups').map(({ to }) => to)).to.deep.equal(['/settings/bowls'])
    expect(ask(all, 'hot')).to.deep.equal([])
    await rm(dir, { recursive: true })
  })
})
