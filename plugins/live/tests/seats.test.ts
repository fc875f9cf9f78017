/** Who is seen on the stage of a live room, who is large, and how moments are counted there. */
import { expect } from 'chai'
import type { Participant } from '../contract.ts'
import { clockOf } from '../web/room/clock.ts'
import { mainOf, seatsOf } from '../web/room/seats.ts'

const person = (id: number, changes: Partial<Participant> = {}): Participant => ({
  ...{ id, community_member_id: id, public_uid: `p${id}`, name: `Person ${id}`, headline: '', avatar_url: null, role: 'participant', status: 'in' },
  ...{ hand_raised_at: null, is_muted: false, can_speak: true, joined_at: '2026-11-30T18:00:00.000Z' },
  ...changes,
})
const track = {} as MediaStreamTrack
const me = person(1)
const known = { me, own: { camera: null, screen: null, isMuted: true }, quiet: new Set<number>(), tracks: new Map() }
const conference = { ...known, room: { room_type: 'conference' as const } }

describe('seats of a live room', () => {
  it('seat those who run it first, then who came earlier, and oneself last', () => {
    const people = [me, person(2), person(3, { role: 'cohost' }), person(4, { role: 'host' })]
    expect(seatsOf({ ...conference, people }).map(({ participantId }) => participantId)).to.deep.equal([4, 3, 2, 1])
  })
  it('seat of a stream only who may speak', () => {
    const listener = person(1, { can_speak: false })
    const people = [listener, person(2, { can_speak: false }), person(3, { role: 'host' })]
    const seats = seatsOf({ ...known, room: { room_type: 'stream' }, me: listener, people })
    expect(seats.map(({ participantId }) => participantId)).to.deep.equal([3])
  })
  it('give a screen a seat of its own, before all others', () => {
    const tracks = new Map([[2, { screen: track, microphone: track }]])
    const seats = seatsOf({ ...conference, people: [me, person(2)], tracks })
    expect(seats.map(({ key }) => key)).to.deep.equal(['screen 2', 'camera 2', 'camera 1'])
    expect(seats[1]!.isMuted).to.equal(false)
  })
  it('show who is heard though the room hides who is in it', () => {
    const seats = seatsOf({ ...conference, people: [me], tracks: new Map([[9, { camera: track }]]) })
    expect(seats[0]).to.include({ participantId: 9, person: null, isMuted: true })
  })
  it('call muted whose microphone sends nothing', () => {
    const tracks = new Map([[2, { microphone: track }]])
    expect(seatsOf({ ...conference, people: [me, person(2)], tracks, quiet: new Set([2]) })[0]!.isMuted).to.equal(true)
  })
})

describe('the large seat', () => {
  const seats = seatsOf({
    ...conference,
    people: [me, person(2), person(3)],
    tracks: new Map([
      [2, { camera: track }],
      [3, { camera: track }],
    ]),
  })
  it('is the one that was pinned, else who spoke last, else somebody who is seen', () => {
    expect(mainOf(seats, 'camera 1', 3)!.participantId).to.equal(1)
    expect(mainOf(seats, null, 3)!.participantId).to.equal(3)
    expect(mainOf(seats, null, null)!.participantId).to.equal(2)
  })
  it('is never oneself for having spoken, and a screen before whoever speaks', () => {
    expect(mainOf(seats, null, 1)!.participantId).to.equal(2)
    const shared = seatsOf({ ...conference, people: [me, person(2)], tracks: new Map([[2, { screen: track, camera: track }]]) })
    expect(mainOf(shared, null, 2)!.source).to.equal('screen')
  })
})

describe('the clock of a call', () => {
  it('leaves out hours that are none, unless it is long', () => {
    expect([clockOf(252), clockOf(6_138), clockOf(2_538, true), clockOf(-3)]).to.deep.equal(['04:12', '1:42:18', '00:42:18', '00:00'])
  })
})
