/** A place that was paid for, or that others wait for, is not given away by one press. */
import { expect } from 'chai'
import { givesUp } from '../web/components/giveUp.ts'

describe('giving up a place', () => {
  const event = (more: { ticket_type?: 'free' | 'paid'; waiting_count?: number; rsvp_status?: 'yes' | 'maybe' | null; invited_attendee?: boolean } = {}) => {
    const { ticket_type = 'free', waiting_count = 0, rsvp_status = 'yes' as const, invited_attendee = false } = more
    return { rsvp_status, invited_attendee, event_setting_attributes: { ticket_type, waiting_count } }
  }
  it('asks whoever has a ticket, whether or not somebody waits', () => {
    for (const next of ['no', 'maybe'] as const) {
      expect(givesUp(event({ ticket_type: 'paid' }), next)).to.equal('ticket')
      expect(givesUp(event({ ticket_type: 'paid', waiting_count: 2 }), next)).to.equal('ticket')
    }
  })
  it('asks where the place goes to somebody in line, also of a guest who came without a ticket', () => {
    expect(givesUp(event({ waiting_count: 1 }), 'no')).to.equal('spot')
    expect(givesUp(event({ ticket_type: 'paid', invited_attendee: true, waiting_count: 1 }), 'no')).to.equal('spot')
  })
  it('asks nobody else', () => {
    expect(givesUp(event(), 'no')).to.equal(null)
    expect(givesUp(event({ ticket_type: 'paid', invited_attendee: true }), 'no')).to.equal(null)
    expect(givesUp(event({ ticket_type: 'paid' }), 'yes')).to.equal(null)
    expect(givesUp(event({ ticket_type: 'paid', rsvp_status: 'maybe', waiting_count: 3 }), 'no')).to.equal(null)
  })
})
