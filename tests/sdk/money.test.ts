/** One table of decimals, for every place where money is written, typed and reckoned. */
import { expect } from 'chai'
import { decimalsOf, formatMoney, parseMoney, stepOf, writeMoney } from '@atrium/sdk'

const CODES = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())

describe('money', () => {
  it('has the decimals of the processor, not those of a browser', () => {
    const of = (codes: string) => codes.split(' ').map((code) => [decimalsOf(code), stepOf(code)].join())
    expect(new Set(of('eur HUF cop idr pkr twd'))).to.deep.equal(new Set(['2,1']))
    expect(new Set(of('jpy KRW clp vnd xof pyg'))).to.deep.equal(new Set(['0,1']))
    expect(new Set(of('isk UGX'))).to.deep.equal(new Set(['2,100']))
    expect(new Set(of('bhd kwd'))).to.deep.equal(new Set(['3,10']))
  })

  it('reads what it writes, in every currency that there is', () => {
    expect(CODES.length).to.be.greaterThan(100)
    for (const code of CODES) {
      for (const steps of [1, 7, 100, 12_345, 9_999_999]) {
        const amount = steps * stepOf(code)
        expect(parseMoney(writeMoney(amount, code), code), `${code} ${amount}`).to.equal(amount)
        expect(parseMoney(writeMoney(amount, code, true), code), `${code} ${amount}, short`).to.equal(amount)
        for (const locale of ['en-US', 'pt-BR']) {
          const digits = formatMoney(locale, amount, code).replace(/\D/g, '')
          expect(Number(digits) * (stepOf(code) === 100 ? 100 : 1), `${code} ${amount} in ${locale}`).to.equal(amount)
        }
      }
    }
  })

  it('takes no part of a step', () => {
    expect(parseMoney('1500.50', 'isk')).to.equal(null)
    expect(parseMoney('1500', 'isk')).to.equal(150_000)
    expect(parseMoney('1.234', 'kwd')).to.equal(null)
    expect(parseMoney('1.23', 'kwd')).to.equal(1230)
    expect(parseMoney('1.5', 'jpy')).to.equal(null)
    expect(parseMoney('12,345', 'eur'), 'thousands are no cents').to.equal(null)
  })
})
