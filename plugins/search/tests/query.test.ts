/** What is typed, in parts: any text is understood as something. */
import { expect } from 'chai'
import fc from 'fast-check'
import { parseQuery, operatorValue, withOperator, wordsOf } from '../contract/query.ts'
import { momentOf } from '../server/service/understand.ts'

const said = (text: string) => parseQuery(text).map(({ operator, value, isQuoted, isNot }) => [operator, value, isQuoted, isNot])

describe('a query', () => {
  it('is words, phrases, operators and what is left out', () => {
    expect(said('celadon "iron saturate" -chun author:"Ana Lima" in:glaze-lab FROM:me em:forno')).to.deep.equal([
      [null, 'celadon', false, false],
      [null, 'iron saturate', true, false],
      [null, 'chun', false, true],
      ['author', 'Ana Lima', true, false],
      ['in', 'glaze-lab', false, false],
      ['author', 'me', false, false],
      ['in', 'forno', false, false],
    ])
    expect(said('https://kiln.example/a cone:6 - "')).to.deep.equal([
      [null, 'https://kiln.example/a', false, false],
      [null, 'cone:6', false, false],
      [null, '', false, false],
      [null, '', true, false],
    ])
    expect(parseQuery('a "b c').at(-1)).to.include({ value: 'b c', isOpen: true })
  })
  it('takes any text and covers all of it, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '-', ':', ' ', 'a', 'in:', 'author:', '“', 'é', '\n', '🔥')), (pieces) => {
        const text = pieces.join('')
        let last = 0
        for (const { start, end } of parseQuery(text)) {
          expect(start).to.be.at.least(last)
          expect(end).to.be.at.least(start).and.at.most(text.length)
          last = end
        }
        expect(text.slice(last).trim()).to.equal('')
      }),
    )
  })
  it('is edited by its filters', () => {
    const text = withOperator('kiln in:old before:2025', 'in', 'Glaze lab')
    expect(text).to.equal('kiln before:2025 in:"Glaze lab"')
    expect([operatorValue(text, 'in'), operatorValue(text, 'has'), wordsOf(text)]).to.deep.equal(['Glaze lab', null, 'kiln'])
    expect(withOperator(text, 'in', null)).to.equal('kiln before:2025')
  })
  it('knows dates, and what is none', () => {
    const now = new Date('2026-03-29T15:00:00Z')
    const day = (value: string) => momentOf(value, now)?.toISOString().slice(0, 10) ?? null
    expect(['2026', '2026-02', '2026-2-3', 'today', 'ontem', '7d', '2w'].map(day)).to.deep.equal([
      ...['2026-01-01', '2026-02-01', '2026-02-03', '2026-03-29', '2026-03-28', '2026-03-22', '2026-03-15'],
    ])
    expect(['2026-13', '2026-02-31', 'soon', '', '99999'].map(day).filter((one) => one !== null)).to.deep.equal([])
  })
})
