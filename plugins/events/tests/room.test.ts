/** How full a date is, in words. */
import { expect } from 'chai'
import { roomText } from '../contract/room.ts'

describe('the room of a date', () => {
  const say = (key: string, values?: { count: number }) => (values ? `${key} ${values.count}` : key)
  it('counts who comes and what is left', () => {
    expect(roomText(say, { limit: 5, going: 2, waits: false })).to.equal('card.going 2, card.places 3')
    expect(roomText(say, { limit: 5, going: 0, waits: false })).to.equal('card.places 5')
    expect(roomText(say, { limit: null, going: 2, waits: true })).to.equal('card.going 2')
    expect(roomText(say, { limit: null, going: 0, waits: true })).to.equal('')
  })
  it('says of a full one only that, and whether one may wait', () => {
    expect(roomText(say, { limit: 2, going: 2, waits: true })).to.equal('rsvp.full_open')
    expect(roomText(say, { limit: 2, going: 3, waits: false })).to.equal('rsvp.full')
  })
})
