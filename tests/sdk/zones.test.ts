/** Zones are found by the names that people know, are kept by the name of today, and are shown whatever they are called where they stand. */
import { expect } from 'chai'
import { findZones, isZone, ownZone, zoneCity, zoneName, zoneOfToday, zoneOffset } from '@atrium/sdk'

describe('time zones', () => {
  it('are found by the names of today, by former ones, without accents and by any part', () => {
    const CASES: [string, string][] = [
      ['Kolkata', 'Asia/Kolkata'],
      ['calcutta', 'Asia/Kolkata'],
      ['Kyiv', 'Europe/Kyiv'],
      ['Kiev', 'Europe/Kyiv'],
      ['Ho Chi Minh', 'Asia/Ho_Chi_Minh'],
      ['Hồ Chí Minh', 'Asia/Ho_Chi_Minh'],
      ['ho_chi', 'Asia/Ho_Chi_Minh'],
      ['Saigon', 'Asia/Ho_Chi_Minh'],
      ['Yangon', 'Asia/Yangon'],
      ['Rangoon', 'Asia/Yangon'],
      ['São Paulo', 'America/Sao_Paulo'],
      ['sao paulo', 'America/Sao_Paulo'],
      ['America/Sao_Paulo', 'America/Sao_Paulo'],
      ['UTC', 'UTC'],
      ['utc', 'UTC'],
      ['Kathmandu', 'Asia/Kathmandu'],
      ['Nuuk', 'America/Nuuk'],
      ['Godthab', 'America/Nuuk'],
      ['Buenos Aires', 'America/Argentina/Buenos_Aires'],
      ['Zürich', 'Europe/Zurich'],
      ['new york', 'America/New_York'],
    ]
    for (const [text, zone] of CASES) expect(findZones(text, 5)[0], text).to.equal(zone)
    expect(findZones('nowhere at all', 5)).to.deep.equal([])
    expect(findZones('', 3)[0], 'first without a word').to.equal('UTC')
  })
  it('stand in the list once, each as clocks know it', () => {
    const all = findZones('', 1_000)
    expect(new Set(all).size).to.equal(all.length)
    for (const zone of all) {
      expect(isZone(zone), zone).to.equal(true)
      expect(zoneOfToday(zone), zone).to.equal(zone)
    }
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(all, zone).to.include(zoneOfToday(zone))
  })
  it('are said by their city of today', () => {
    expect(['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'America/Sao_Paulo', 'Etc/UTC'].map(zoneCity)).to.deep.equal([
      'Kolkata',
      'Kyiv',
      'Ho Chi Minh',
      'Sao Paulo',
      'UTC',
    ])
    expect(zoneOffset('Europe/Lisbon', 'en-US', '2027-01-01T00:00:00Z')).to.equal('GMT')
    expect(zoneOffset('Asia/Kolkata', 'en-US', '2027-01-01T00:00:00Z')).to.equal('GMT+5:30')
    expect(isZone(ownZone())).to.equal(true)
  })
  it('are named beside times that no reader’s clocks tell', () => {
    const named = (locale: string) => ['Europe/Oslo', 'America/Sao_Paulo', 'Etc/UTC'].map((zone) => zoneName(zone, locale, '2027-01-01T00:00:00Z'))
    expect(named('en-US')).to.deep.equal(['Central European Time', 'Brasilia Standard Time', 'UTC'])
    expect(named('pt-BR')).to.deep.equal(['Horário da Europa Central', 'Horário Padrão de Brasília', 'UTC'])
  })
  it('are taken by both names, and nothing else is', () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'UTC', 'Europe/Oslo']) expect(isZone(zone), zone).to.equal(true)
    for (const zone of ['', 'Nowhere', '+02:00', '-03:00', 'x'.repeat(500)]) expect(isZone(zone), zone).to.equal(false)
  })
})
