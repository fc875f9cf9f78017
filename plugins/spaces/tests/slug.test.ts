/** Slugs and CSV cells: two small rules that others rely on. */
import { expect } from 'chai'
import { csv } from '@atrium/sdk/server'
import { freeSlug, slugify } from '../server/service/slug.ts'

describe('slugs of spaces', () => {
  it('are lower case, joined with dashes, without the characters of the specification', () => {
    expect(slugify('Show and Tell')).to.equal('show-and-tell')
    expect(slugify(`It's *new* (v1.2): "Ask" ~ @here!`)).to.equal('its-new-v12-ask-here')
    expect(slugify('Olá, São Paulo')).to.equal('ola-sao-paulo')
    expect(slugify('--- 🔥 ---')).to.equal('')
    expect(slugify('x'.repeat(200))).to.have.length(60)
  })
  it('take the next free number', () => {
    expect(freeSlug('kiln', [])).to.equal('kiln')
    expect(freeSlug('kiln', ['kiln', 'kiln-2'])).to.equal('kiln-3')
  })
})

describe('CSV', () => {
  it('A72: is safe to open in a spreadsheet', () => {
    expect(csv<string | null>([['Name', (text) => text]], ['=1+1', '+49', '@home', 'a,"b"', null])).to.equal(
      `\uFEFFName\r\n"'=1+1"\r\n"'+49"\r\n"'@home"\r\n"a,""b"""\r\n\r\n`,
    )
  })
})
