/** The rules of the specification's section 5, one by one. */
import { expect } from 'chai'
import { isEmail, isWebAddress, passwordProblems, slugify } from '../../sdk/core/rules.ts'

describe('rules', () => {
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
    const wrong = [
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
})
