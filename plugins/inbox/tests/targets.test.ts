/** Targets within office hours, by the clocks of their zone, also in the nights in which these are changed. */
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import contract, { type OfficeHours } from '../contract.ts'
import { dueAfter, minutesFor, opening } from '../server/service/targets.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = contract
const nine = { from: '09:00', to: '17:00' }
const week = (timezone: string, hours: { from: string; to: string } | null = nine): OfficeHours => ({
  timezone,
  days: [null, hours, hours, hours, hours, hours, null],
})
const due = (since: string, minutes: number, hours: OfficeHours) => dueAfter(new Date(since), minutes, hours)?.toISOString() ?? null

describe('targets of the inbox', () => {
  it('count the minutes of office hours alone, over evenings and weekends', () => {
    const utc = week('UTC')
    // 2026-11-27 is a Friday
    expect(due('2026-11-27T10:00:00Z', 60, utc)).to.equal('2026-11-27T11:00:00.000Z')
    expect(due('2026-11-27T16:30:00Z', 60, utc)).to.equal('2026-11-30T09:30:00.000Z')
    expect(due('2026-11-27T20:00:00Z', 60, utc)).to.equal('2026-11-30T10:00:00.000Z')
    expect(due('2026-11-27T16:00:00Z', 60, utc), 'to the last minute').to.equal('2026-11-27T17:00:00.000Z')
    expect(due('2026-11-28T12:00:00Z', 16 * 60, utc)).to.equal('2026-12-01T17:00:00.000Z')
    expect(due('2026-11-27T10:00:00Z', 0, utc), 'no target').to.equal(null)
    expect(due('2026-11-27T10:00:00Z', 60, { timezone: 'UTC', days: Array.from({ length: 7 }, () => null) }), 'nobody is ever there').to.equal(null)
    expect(due('2026-11-27T10:00:00Z', 100_000, { timezone: 'UTC', days: [null, { from: '09:00', to: '09:01' }, null, null, null, null, null] })).to.equal(null)
  })
  it('go by the clocks of the zone, whichever way they are changed', () => {
    // clocks go forward on 2026-03-29, a Sunday: on Monday nine o’clock is an hour earlier
    expect(due('2026-03-27T15:30:00Z', 60, week('Europe/Berlin'))).to.equal('2026-03-30T07:30:00.000Z')
    // and back on 2026-10-25
    expect(due('2026-10-23T14:30:00Z', 60, week('Europe/Berlin'))).to.equal('2026-10-26T08:30:00.000Z')
    const nights: OfficeHours = { timezone: 'Europe/Berlin', days: Array.from({ length: 7 }, () => ({ from: '22:00', to: '06:00' })) }
    // the night of the change has seven hours, and the other nine
    expect(due('2026-03-28T21:00:00Z', 7 * 60, nights)).to.equal('2026-03-29T04:00:00.000Z')
    expect(due('2026-03-28T21:00:00Z', 7 * 60 + 1, nights)).to.equal('2026-03-29T20:01:00.000Z')
    expect(due('2026-10-24T20:00:00Z', 9 * 60, nights)).to.equal('2026-10-25T05:00:00.000Z')
    // a time that the change leaves out is an hour later
    const early: OfficeHours = { timezone: 'Europe/Berlin', days: Array.from({ length: 7 }, () => ({ from: '02:30', to: '08:00' })) }
    expect(due('2026-03-29T00:00:00Z', 1, early)).to.equal('2026-03-29T01:31:00.000Z')
    const always: OfficeHours = { timezone: 'America/Sao_Paulo', days: Array.from({ length: 7 }, () => ({ from: '00:00', to: '00:00' })) }
    expect(due('2026-03-29T00:00:00Z', 3 * 24 * 60, always)).to.equal('2026-04-01T00:00:00.000Z')
  })
  it('say when people are there', () => {
    expect(opening(new Date('2026-11-27T10:00:00Z'), week('UTC'))).to.deep.equal({ isOpen: true, opensAt: null })
    expect(opening(new Date('2026-11-27T17:00:00Z'), week('UTC'))).to.deep.equal({ isOpen: false, opensAt: new Date('2026-11-30T09:00:00Z') })
    expect(opening(new Date('2026-11-27T10:00:00Z'), week('UTC', null))).to.deep.equal({ isOpen: false, opensAt: null })
  })
  it('are those of live chats, and else of how urgent it is', () => {
    const targets = { live_chat: 3, urgent: 60, high: 240, low: 1_440 }
    expect(minutesFor(targets, { type: 'live_chat', priority: 'urgent_a_member_or_admin_cannot_access_their_account' })).to.equal(3)
    expect(minutesFor(targets, { type: 'email', priority: 'urgent_a_member_or_admin_cannot_access_their_account' })).to.equal(60)
    expect(minutesFor(targets, { type: 'email', priority: 'high_a_critical_issue_is_impacting_some_members_of_my_community' })).to.equal(240)
    expect(minutesFor(targets, { type: 'circle_bot', priority: null })).to.equal(1_440)
  })

  describe('of a conversation', () => {
    let all: Studio
    before(async () => {
      all = await studio()
    })
    after(() => all?.app.close())
    const always = { timezone: 'UTC', days: Array.from({ length: 7 }, () => ({ from: '00:00', to: '00:00' })) }
    const minutesOf = ({ waiting_since, due_at }: { waiting_since: string | null; due_at: string | null }) =>
      due_at === null || waiting_since === null ? null : (new Date(due_at).getTime() - new Date(waiting_since).getTime()) / 60_000

    it('stand as long as somebody waits, and follow its priority', async () => {
      const { app, admin, visitor, ask, say, show, answer, update } = all
      const save = (setting: object) => app.as(admin).call(routes.updateSetting, { body: { setting } })
      await save({ office_hours: always, targets: { live_chat: 3, urgent: 60, high: 240, low: 0 } })
      const personId = await visitor()
      const { chatId } = await ask(personId, 'Soon?', { type: 'live_chat' })
      expect(minutesOf(await show(chatId))).to.equal(3)
      await answer(admin, chatId, 'Now')
      expect(minutesOf(await show(chatId))).to.equal(null)
      await say(personId, chatId, 'And?')
      const first = (await show(chatId)).due_at
      await say(personId, chatId, 'Hello?')
      expect((await show(chatId)).due_at, 'a second message puts nothing off').to.equal(first)
      const { chatId: ticket } = await ask(personId, 'Ticket', {
        ticket: { type: 'bug', area: 'courses', priority: 'low_i_have_a_question_or_feedback' },
      })
      expect(minutesOf(await show(ticket))).to.equal(null)
      await update(ticket, { priority: 'urgent_a_major_feature_does_not_work_for_my_community' })
      expect(minutesOf(await show(ticket))).to.equal(60)
      await update(ticket, { status: 'solved' })
      expect(minutesOf(await show(ticket))).to.equal(null)
      expect(await refusal(save({ office_hours: { ...always, timezone: 'Middle/Earth' } }))).to.include({ status: 422 })
    })
    it('let live chats know whether somebody is there', async () => {
      const { inbox } = all
      const live = await inbox((service) => service.live())
      expect(live).to.deep.include({ isOpen: false, online: [], opensAt: null })
      expect(live.minutes).to.be.a('number')
    })
  })
})
