/** When sections open, as it is told to those who have not joined. */
import { expect } from 'chai'
import { unlocksText } from '../contract/unlocks.ts'

describe('the dates on which sections unlock', () => {
  const say = (key: string, values: object) => `${key} ${Object.values(values).join()}`
  const NOW = Date.parse('2026-11-30T00:00:00Z')
  const told = (type: 'scheduled' | 'structured' | 'self_paced', opens_at: string | null, drip_delay = 0) =>
    unlocksText(say, type, { opens_at, drip_delay }, (moment) => moment.slice(0, 10), NOW)
  it('are said of what is still to open', () => {
    expect(told('scheduled', '2026-12-06T09:00:00Z')).to.equal('lock.date 2026-12-06')
    expect(told('structured', null, 7)).to.equal('outside.delay 7')
  })
  it('are left out of what is open at once', () => {
    expect(told('scheduled', '2026-11-01T09:00:00Z')).to.equal(null)
    expect(told('scheduled', null)).to.equal(null)
    expect(told('structured', null)).to.equal(null)
    expect(told('self_paced', '2026-12-06T09:00:00Z', 7)).to.equal(null)
  })
})
