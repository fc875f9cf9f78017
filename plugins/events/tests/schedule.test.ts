/** Rules as dates: right across daylight saving, and refused where no calendar has such a day. */
import { expect } from 'chai'
import type { AtriumError } from '@atrium/sdk'
import { datesOf, type Plan, readLocal, readRule, readStart, weekOfMonth } from '../server/service/schedule.ts'
import type { RecurringInput } from '../contract/fields.ts'

const plan = (startLocal: string, timeZone: string, rule: Partial<RecurringInput> & Pick<RecurringInput, 'frequency'>): Plan => ({
  ...readStart({ starts_at: startLocal, time_zone: timeZone }),
  rule: readRule({ on_last_week: false, on_last_day: false, exceptions: [], ...rule }, timeZone),
})
const moments = (one: Plan) => datesOf(one).map(({ startsAt }) => startsAt.toISOString())
const clock = (one: Plan) =>
  datesOf(one).map(({ startsAt }) => new Intl.DateTimeFormat('sv-SE', { timeZone: one.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(startsAt))
const refused = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return JSON.stringify((error as AtriumError).details)
  }
  throw new Error('It was taken.')
}

describe('rules of events', () => {
  it('stays at the same hour on the clocks of its zone when they change, in zones of both halves of the world', () => {
    expect(moments(plan('2026-03-26T10:00', 'Europe/Berlin', { frequency: 'weekly', occurrences: 2 }))).to.deep.equal([
      '2026-03-26T09:00:00.000Z',
      '2026-04-02T08:00:00.000Z',
    ])
    for (const [zone, start] of [
      ['Europe/Berlin', '2026-03-20T10:00'],
      ['America/New_York', '2026-10-25T18:30'],
      ['Australia/Lord_Howe', '2026-03-29T07:15'],
      ['Pacific/Auckland', '2026-09-20T09:00'],
      ['Africa/Casablanca', '2026-02-10T20:00'],
      ['Asia/Kolkata', '2026-05-01T05:30'],
    ] as const) {
      const times = clock(plan(start, zone, { frequency: 'daily', occurrences: 20 })).map((text) => text.slice(11))
      expect(new Set(times), zone).to.deep.equal(new Set([start.slice(11)]))
    }
  })
  it('leaves no day out for an hour that is missing, and takes the first of two', () => {
    expect(moments(plan('2026-03-28T02:30', 'Europe/Berlin', { frequency: 'daily', occurrences: 3 }))).to.deep.equal([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(moments(plan('2026-10-25T02:30', 'Europe/Berlin', { frequency: 'daily', occurrences: 1 }))).to.deep.equal(['2026-10-25T00:30:00.000Z'])
  })
  it('knows every frequency', () => {
    const days = (start: string, rule: Partial<RecurringInput> & Pick<RecurringInput, 'frequency'>) =>
      datesOf(plan(start, 'Europe/Oslo', rule)).map(({ key }) => key)
    expect(days('2026-12-04T10:00', { frequency: 'weekday', occurrences: 3 })).to.deep.equal(['2026-12-04', '2026-12-07', '2026-12-08'])
    expect(days('2026-12-03T10:00', { frequency: 'bi_weekly', ends_at: '2027-01-14' })).to.deep.equal(['2026-12-03', '2026-12-17', '2026-12-31', '2027-01-14'])
    expect(days('2027-01-31T10:00', { frequency: 'monthly', occurrences: 3 }), 'months without such a day are passed over').to.deep.equal([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ])
    expect(days('2026-11-28T18:00', { frequency: 'monthly_weekday_based', ends_at: '2027-03-31', on_last_week: true })).to.deep.equal([
      '2026-11-28',
      '2026-12-26',
      '2027-01-30',
      '2027-02-27',
      '2027-03-27',
    ])
    expect(days('2026-11-28T18:00', { frequency: 'monthly_weekday_based', occurrences: 3 })).to.deep.equal(['2026-11-28', '2026-12-26', '2027-01-23'])
    expect(days('2028-02-29T10:00', { frequency: 'yearly', occurrences: 2 })).to.deep.equal(['2028-02-29', '2032-02-29'])
    expect(weekOfMonth('2026-01-31T10:00', false)).to.equal(-1)
  })
  it('takes the last day of months that have no such day, where one chooses that', () => {
    const days = (start: string, rule: Partial<RecurringInput> & Pick<RecurringInput, 'frequency'>) =>
      datesOf(plan(start, 'UTC', { on_last_day: true, ...rule })).map(({ key }) => key)
    expect(days('2027-01-31T10:00', { frequency: 'monthly', occurrences: 5 })).to.deep.equal([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    expect(days('2027-12-30T10:00', { frequency: 'monthly', occurrences: 4 })).to.deep.equal(['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30'])
    expect(days('2027-01-29T10:00', { frequency: 'monthly', occurrences: 3 })).to.deep.equal(['2027-01-29', '2027-02-28', '2027-03-29'])
    expect(days('2027-01-15T10:00', { frequency: 'monthly', occurrences: 3 }), 'each month has one').to.deep.equal(['2027-01-15', '2027-02-15', '2027-03-15'])
    expect(days('2028-02-29T10:00', { frequency: 'yearly', occurrences: 3 })).to.deep.equal(['2028-02-29', '2029-02-28', '2030-02-28'])
  })
  it('leaves out what is left out', () => {
    const one = plan('2026-12-03T10:00', 'Europe/Oslo', { frequency: 'weekly', occurrences: 3, exceptions: [{ date: '2026-12-10', note: 'Away' }] })
    expect(datesOf(one).map(({ key }) => key)).to.deep.equal(['2026-12-03', '2026-12-17'])
    const none = plan('2026-12-03T10:00', 'Europe/Oslo', { frequency: 'weekly', occurrences: 1, exceptions: [{ date: '2026-12-03', note: '' }] })
    expect(refused(() => datesOf(none))).to.include('at least one date')
  })
  it('refuses what cannot be', () => {
    expect(refused(() => readLocal('2026-02-31T10:00', 'Europe/Oslo', 'starts_at'))).to.include('valid date and time')
    expect(refused(() => readStart({ starts_at: '2026-05-01T10:00', time_zone: 'Mars/Olympus' }))).to.include('valid time zone')
    expect(refused(() => readStart({ starts_at: '2026-05-01T10:00', ends_at: '2026-05-01T09:00', time_zone: 'UTC' }))).to.include('after the start')
    expect(refused(() => readStart({ starts_at: '2026-05-01T10:00', duration_in_seconds: -5, time_zone: 'UTC' }))).to.include('after the start')
    expect(refused(() => readStart({ starts_at: '2026-05-01T10:00', duration_in_seconds: 40 * 86_400, time_zone: 'UTC' }))).to.include('31')
    expect(refused(() => plan('2026-05-01T10:00', 'UTC', { frequency: 'daily' }))).to.include('Choose an end date')
    expect(refused(() => plan('2026-05-01T10:00', 'UTC', { frequency: 'daily', occurrences: 36_500 }))).to.include('500')
    expect(refused(() => datesOf(plan('2026-05-01T10:00', 'UTC', { frequency: 'daily', ends_at: '2126-05-01' })))).to.include('500')
  })
  it('takes a moment as well as a time on its clocks', () => {
    expect(readStart({ starts_at: '2026-12-03T09:00:00Z', time_zone: 'America/Sao_Paulo' }).startLocal).to.equal('2026-12-03T06:00')
    expect(readStart({ starts_at: '2026-07-03T10:00', ends_at: '2026-07-03T12:30', time_zone: 'Europe/Oslo' }).durationSeconds).to.equal(9_000)
  })
})
