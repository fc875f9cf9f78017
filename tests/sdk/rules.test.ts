/** The rules of the specification's section 5, one by one. */
import { expect } from 'chai'
import { date, line } from '@atrium/sdk'
import { growth, LINEAR } from '@atrium/sdk/testing'
import {
  codeProblem,
  cut,
  directionOf,
  emailOf,
  formatDateIn,
  timeIn,
  type TimeKind,
  isEmail,
  isEmptyPost,
  isSeen,
  isWebAddress,
  lineOf,
  LOCALES,
  localeOf,
  mapLocale,
  ordinalIn,
  PAGE_SIZE,
  passwordProblems,
  percentOf,
  RATIOS,
  shownEmail,
  slugify,
  sortSpaces,
  SPACE_SORTS,
  startScreenTime,
  thumbnailOf,
} from '../../sdk/core/rules/index.ts'

describe('rules', () => {
  it('asks for the small size of our own pictures alone', () => {
    expect(thumbnailOf('/files/a-b-c-sign/large/kiln.webp')).to.equal('/files/a-b-c-sign/small/kiln.webp')
    for (const other of ['/files/a-b-c-sign/thumb/kiln.webp', 'https://example.com/files/a/large/kiln.webp', null]) expect(thumbnailOf(other)).to.equal(other)
  })
  it('takes a password only when it has everything', () => {
    expect(passwordProblems('Ab1!cd')).to.deep.equal([])
    expect(passwordProblems('Äb1§cd')).to.deep.equal([])
    expect(passwordProblems('')).to.deep.equal(['too_short', 'no_digit', 'no_uppercase', 'no_symbol'])
    for (const [text, problem] of [
      ['Ab1!c', 'too_short'],
      ['Ab1! cd', 'has_space'],
      ['Abc!def', 'no_digit'],
      ['ab1!cde', 'no_uppercase'],
      ['Ab1cdef', 'no_symbol'],
      ['Ab1_cdef', 'no_symbol'],
    ] as const)
      expect(passwordProblems(text), text).to.deep.equal([problem])
  })

  it('knows one e-mail address, whatever its case', () => {
    for (const text of ['a@b.co', 'ADA.L+x@Mail.Example.org', "o'brien@example.ie"]) expect(isEmail(text), text).to.equal(true)
    const forms = ['r&d', 'a=b', 'bang!', 'til~de', 'a/b', 'joe+tag'].map((name) => `${name}@people.example`)
    const domains = ['anna@münchen.example', 'anna@xn--mnchen-3ya.example', 'a@people.xn--p1ai', 'a@пример.рф', 'a@例え.テスト']
    for (const text of [...forms, ...domains]) expect(isEmail(text), text).to.equal(true)
    const wrong = [
      'josé@people.example',
      'zw@people.example\u200b',
      '\u212aelvin@people.example',
      'a@people.xn--',
      'a@-b.co',
      'a@b_c.co',
      'a@[127.0.0.1]',
      'a@１２７.0.0.1',
      'a@b.co ',
      '',
      'a',
      'a@b',
      '@b.co',
      'a@@b.co',
      'a b@c.de',
      'a@b.co,c@d.ef',
      'a@b.co\nc@d.ef',
      '.a@b.co',
      'a..b@c.de',
      '<a@b.co>',
      `${'a'.repeat(250)}@b.co`,
    ]
    for (const text of wrong) expect(isEmail(text), text).to.equal(false)
  })

  it('keeps the domain of an address in ASCII and shows it in its own script', () => {
    const domains: [typed: string, kept: string, shown: string][] = [
      ['Anna@MÜNCHEN.example', 'Anna@xn--mnchen-3ya.example', 'Anna@münchen.example'],
      ['anna@xn--mnchen-3ya.example', 'anna@xn--mnchen-3ya.example', 'anna@münchen.example'],
      ['a@people.xn--p1ai', 'a@people.xn--p1ai', 'a@people.рф'],
      ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah', 'a@例え.テスト'],
      ['a@Plain.Example', 'a@plain.example', 'a@plain.example'],
      // a Cyrillic а among Latin letters
      ['a@pаypal.example', 'a@xn--pypal-4ve.example', 'a@xn--pypal-4ve.example'],
    ]
    for (const [typed, kept, shown] of domains) expect([emailOf(typed), shownEmail(kept)], typed).to.deep.equal([kept, shown])
    expect([emailOf('none'), shownEmail('a@xn--zz*.example'), shownEmail('')]).to.deep.equal([null, 'a@xn--zz*.example', ''])
  })

  it('cuts texts between letters as people see them', () => {
    const cases: [text: string, most: number, right: string][] = [
      ['clay', 4, 'clay'],
      ['clay', 3, 'cla'],
      ['', 3, ''],
      ['clay', 0, ''],
      ['a🏺b', 2, 'a'],
      ['a🏺b', 3, 'a🏺'],
      ['ab👩‍🎨', 6, 'ab'],
      ['ab👩‍🎨', 7, 'ab👩‍🎨'],
      ['🇧🇷🇳🇴', 6, '🇧🇷'],
      ['ae\u0301b', 2, 'a'],
      ['กำลัง', 1, 'ก'],
      ['half \ud83c', 9, 'half \ufffd'],
      ['half \ud83c and more', 9, 'half \ufffd an'],
      [`Z${'\u0351'.repeat(50)}`, 9, `Z${'\u0351'.repeat(8)}`],
      [`🏺${'\u0351'.repeat(50)}`, 1, ''],
    ]
    for (const [text, most, right] of cases) expect(cut(text, most), `${text} at ${most}`).to.equal(right)
  })

  it('takes for a name what can be seen, and of that what a letter needs', () => {
    const name = line(60).min(1, 'Enter a name.')
    const blank = ['', ' \u3000 ', '\u200b\u200b\u200b', '\u3164', '\u2800\u2800', '\u2060', '\u00ad\u00ad', '\u034f\u034f', '\u115f\u1160']
    for (const text of [...blank, '\u{e0041}\u{e0042}', '\u0301', '\ufe0f', '\u200e\u200f'])
      expect(
        name.safeParse(text).error?.issues.map(({ message }) => message),
        JSON.stringify(text),
      ).to.deep.equal(['Enter a name.'])
    const seen: [text: string, right: string][] = [
      ['\u202egnp.exe Ana', 'gnp.exe Ana'],
      ['Ad\u200bmin', 'Admin'],
      ['Ad\u200dmin', 'Admin'],
      [`Z${'\u0351'.repeat(50)}oe`, `Z${'\u0351'.repeat(4)}oe`],
      [`ก${'\u0e47'.repeat(50)}`, `ก${'\u0e47'.repeat(8)}`],
      ['Nguye\u0302\u0303n', 'Nguyễn'],
      ['Half \ud83c', 'Half \ufffd'],
    ]
    for (const [text, right] of seen) expect(name.parse(text), JSON.stringify(text)).to.equal(right)
    const own = ['น้ำ', 'क्षत्रिय र्‍य', 'مِحَمَّد', 'נִקּוּד', 'می‌خواهم', 'ශ්‍රී', 'လျှို့ဝှက်', 'སྒྲིབས', '葛\u{e0100}', '👩‍🎨', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '👍🏽', '…', '$'].map(
      (text) => text.normalize('NFC'),
    )
    for (const text of own) expect(name.parse(text), JSON.stringify(text)).to.equal(text)
    for (const text of ['a\nb', 'a\u2028b', 'a\u0000b'])
      expect(name.safeParse(text).error?.issues.map(({ message }) => message)).to.deep.equal(['Line breaks and control characters aren’t allowed here.'])
    expect([isSeen('\u200b \u2800'), isSeen('🏺'), isSeen('٣')]).to.deep.equal([false, true, true])
  })

  it('makes slugs', () => {
    expect(slugify('Clay & Fire')).to.equal('clay-fire')
    expect(slugify(`  It's "new": (v1.5)!  `)).to.equal('its-new-v15')
    expect(slugify('Ünïcode – Straße')).to.equal('unicode-straße')
    expect(slugify('陶芸 クラブ')).to.equal('陶芸-クラブ')
    expect(slugify('*+~.;()\'"!:@')).to.equal('')
  })

  it('tells web addresses, leniently and strictly', () => {
    for (const text of ['example.com', 'www.example.co.uk/a?b=c#d', 'http://example.com:8080', 'https://example.com'])
      expect(isWebAddress(text), text).to.equal(true)
    for (const text of ['', 'example', 'ftp://example.com', 'javascript:alert(1)', 'exa mple.com', 'example.c', '127.0.0.1'])
      expect(isWebAddress(text), text).to.equal(false)
    for (const text of ['https://example.com', 'http://localhost:3000/a', 'https://127.0.0.1/x?y#z', 'https://a-b.example.museum'])
      expect(isWebAddress(text, 'strict'), text).to.equal(true)
    for (const text of [
      'example.com',
      'https://user:pw@example.com',
      'https://user@example.com',
      'https://256.1.1.1',
      'https://example.com/a b',
      'https://-a.com',
      'https://',
      'ftp://a.de',
    ])
      expect(isWebAddress(text, 'strict'), text).to.equal(false)
  })

  it('knows what is wrong with a one-time code', () => {
    for (const text of ['', '  ']) expect(codeProblem(text), text).to.equal('otp_required')
    for (const text of ['12345', '1234567', '12345a', '12 345', '１２３４５６', '-12345', '1e4567']) expect(codeProblem(text), text).to.equal('otp_invalid')
    expect([codeProblem('000000'), codeProblem('408193')]).to.deep.equal([null, null])
  })

  it('knows an empty post', () => {
    const words = { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] } }
    const blank = { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: ' \u00a0 ' }] }, { type: 'horizontalRule' }] } }
    const poll = { body: { type: 'doc', content: [{ type: 'poll', attrs: { id: 1 } }] } }
    for (const body of [
      {},
      { tiptap_body: null },
      { tiptap_body: {} },
      { tiptap_body: blank },
      { body_trix_content: ' ', internal_custom_html: '', tiptap_body: blank },
    ])
      expect(isEmptyPost(body), JSON.stringify(body)).to.equal(true)
    for (const body of [
      { tiptap_body: words },
      { tiptap_body: poll },
      { tiptap_body: blank, body_trix_content: '<div>a</div>' },
      { internal_custom_html: '<hr>' },
    ])
      expect(isEmptyPost(body), JSON.stringify(body)).to.equal(false)
  })

  it('says moments in every form of the specification', () => {
    const moment = '2026-11-19T16:05:09.042Z'
    const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')
    const all = (locale: string) =>
      (['longDateTime', 'dateTime', 'time', 'time24', 'longDate', 'monthDay', 'date', 'numericDate', 'zoned', 'zonedPrecise'] as const).map((kind) =>
        plain(formatDateIn(locale, moment, kind, 'UTC')),
      )
    expect(all('en-US')).to.deep.equal([
      ...['Thursday, November 19, 2026 at 4:05 PM', 'Nov 19 at 4:05 PM', '4:05 PM', '16:05', 'November 19, 2026', 'November 19', 'Nov 19, 2026', '11/19/2026'],
      ...['11/19/2026, 4:05:09 PM UTC', '11/19/2026, 4:05:09.042 PM UTC'],
    ])
    expect(all('pt-BR')).to.deep.equal([
      ...['quinta-feira, 19 de novembro de 2026 às 16:05', '19 de nov. às 16:05', '16:05', '16:05', '19 de novembro de 2026', '19 de novembro'],
      ...['19 de nov. de 2026', '19/11/2026', '19/11/2026, 16:05:09 UTC', '19/11/2026, 16:05:09,042 UTC'],
    ])
    expect(formatDateIn('en-US', moment, 'time', 'America/Sao_Paulo')).to.match(/^1:05/)
    expect(formatDateIn('en-US', 'no moment')).to.equal('')
    const first = (['longDateTime', 'dateTime', 'longDate', 'monthDay', 'date', 'numericDate'] as const).map((kind) =>
      plain(formatDateIn('pt-BR', '2027-02-01T16:05:00Z', kind, 'UTC')),
    )
    expect(first).to.deep.equal([
      ...['segunda-feira, 1º de fevereiro de 2027 às 16:05', '1º de fev. às 16:05', '1º de fevereiro de 2027', '1º de fevereiro'],
      ...['1º de fev. de 2027', '01/02/2027'],
    ])
    expect(plain(formatDateIn('pt-BR', '2027-02-21T16:05:00Z', 'date', 'UTC'))).to.equal('21 de fev. de 2027')
  })

  it('says moments in one way on every screen', () => {
    const now = new Date(2026, 10, 19, 14, 30)
    const moments = [new Date(2026, 10, 19, 14, 22), new Date(2026, 10, 19, 9, 5), new Date(2026, 10, 18, 16, 5), new Date(2026, 9, 2, 8), new Date(2025, 1, 3)]
    const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')
    const all = (locale: string, kind: TimeKind, within?: boolean) => moments.map((moment) => plain(timeIn(locale, moment, { kind, within, now })))
    expect(all('en-US', 'relative')).to.deep.equal(['8m ago', '5h ago', '22h ago', 'Oct 2', 'Feb 3, 2025'])
    expect(all('en-US', 'day')).to.deep.equal(['Today', 'Today', 'Yesterday', 'Oct 2', 'Feb 3, 2025'])
    expect(all('en-US', 'day', true)).to.deep.equal(['today', 'today', 'yesterday', 'Oct 2', 'Feb 3, 2025'])
    expect(all('en-US', 'date')).to.deep.equal(['Nov 19, 2026', 'Nov 19, 2026', 'Nov 18, 2026', 'Oct 2, 2026', 'Feb 3, 2025'])
    expect(all('en-US', 'short')).to.deep.equal(['2:22 PM', '9:05 AM', 'Yesterday', 'Oct 2', 'Feb 3, 2025'])
    expect(all('en-US', 'datetime')[2]).to.equal('Yesterday at 4:05 PM')
    expect(all('pt-BR', 'datetime')).to.deep.equal(['Hoje às 14:22', 'Hoje às 09:05', 'Ontem às 16:05', '2 de out. às 08:00', '3 de fev. de 2025 às 00:00'])
    expect(all('pt-BR', 'short')[0]).to.equal('14:22')
    expect(['day', 'date'].map((kind) => timeIn('pt-BR', new Date(2026, 1, 1), { kind: kind as TimeKind, now }))).to.deep.equal([
      '1º de fev.',
      '1º de fev. de 2026',
    ])
    expect(timeIn('en-US', new Date(2026, 10, 20, 9), { kind: 'datetime', now }).replace('\u202f', ' ')).to.equal('Tomorrow at 9:00 AM')
    expect(timeIn('en-US', 'no moment')).to.equal('')
  })

  it('writes moments in replies as toISOString does, and refuses what is none', () => {
    for (const at of [0, -1, 1, 999, 86_399_999, -86_400_001, 1_774_751_400_123, 8.64e15, -8.64e15, -62_167_219_200_001]) {
      const moment = new Date(at)
      expect(date.parse(moment)).to.equal(moment.toISOString())
      expect(date.parse(moment)).to.equal(moment.toISOString())
    }
    expect(date.parse('2026-03-29T18:30:00Z')).to.equal('2026-03-29T18:30:00Z')
    expect(date.safeParse(new Date(Number.NaN)).success).to.equal(false)
    expect(date.safeParse(12).success).to.equal(false)
  })

  it('knows which way a language goes', () => {
    expect(['en-US', 'pt-BR', 'he', 'ar-EG', 'fa', 'UR-pk', 'arn'].map(directionOf)).to.deep.equal(['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr'])
  })

  it('maps languages and counts in English', () => {
    expect(['en', 'en-GB', 'EN_us', 'pt', 'pt-PT', 'PT_br', 'de', '', null, undefined].map(mapLocale)).to.deep.equal([
      ...['en-US', 'en-US', 'en-US', 'pt-BR', 'pt-BR', 'pt-BR'],
      ...Array(4).fill('en-US'),
    ])
    expect([localeOf('pt-PT;q=0.9'), localeOf('de'), localeOf('*')]).to.deep.equal(['pt-BR', null, null])
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map((value) => ordinalIn('en-US', value)).join(' ')).to.equal(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd 111th',
    )
    expect(ordinalIn('pt-BR', 3)).to.equal('3º')
    expect(LOCALES).to.deep.equal(['en-US', 'pt-BR'])
  })

  it('holds the numbers of section 9', () => {
    expect(PAGE_SIZE).to.equal(20)
    expect(Object.values(RATIOS)).to.deep.equal([1, 4, 6.3888, 3.2, 2.8, 1.9, 4.777, 2, 1.78, 1])
    expect([percentOf(0, 10), percentOf(1, 3), percentOf(11, 10), percentOf(0, 0)]).to.deep.equal([0, 33, 100, 100])
  })

  it('sorts spaces', () => {
    const space = (id: number, name: string, posts_count: number, created_at: string) => ({ id, name, posts_count, created_at })
    const spaces = [space(1, 'Élan', 2, '2026-01-02'), space(2, 'apple', 9, '2026-01-01'), space(3, 'Zen', 5, '2026-01-03')]
    const ids = SPACE_SORTS.map((sort) => sortSpaces(spaces, sort, (one) => one).map(({ id }) => id))
    expect(ids).to.deep.equal([
      [2, 3, 1],
      [3, 1, 2],
      [2, 1, 3],
      [1, 2, 3],
    ])
  })

  it('counts seconds in front of the page only while somebody is there and sees it', () => {
    const { setInterval: real, clearInterval: stop } = globalThis
    let tick = () => {}
    let stopped = false
    try {
      globalThis.setInterval = ((run: () => void) => (tick = run)) as never
      globalThis.clearInterval = () => void (stopped = true)
      let activity: 'active' | 'idle' | 'hidden' = 'active'
      const time = startScreenTime(() => activity)
      for (const now of ['active', 'active', 'hidden', 'idle', 'idle', 'active'] as const) {
        activity = now
        tick()
      }
      time.stop()
      expect([time.seconds, stopped]).to.deep.equal([3, true])
    } finally {
      Object.assign(globalThis, { setInterval: real, clearInterval: stop })
    }
  })

  it('A68: reads eight times as much of anything in no more than its share of time', async () => {
    for (const piece of ['a.', 'a@', 'a-', '@', '/', 'http://a.', "'", '\u0351', '\u200d', '🏴\u{e0041}']) {
      const text = (size: number) => piece.repeat(Math.ceil(size / piece.length))
      for (const rule of [isEmail, isWebAddress, slugify, passwordProblems, codeProblem, (text: string) => cut(text, 20_000), lineOf, isSeen])
        expect(await growth(12_500, (size) => (rule as (text: string) => unknown)(text(size))), `${rule.name} of ${piece}`).to.be.below(LINEAR)
      expect(await growth(250, (size) => isWebAddress(text(size), 'strict')), piece).to.be.below(LINEAR)
    }
  })
})
