/** One room: who may do what in it, who sends and receives, and who speaks. */
import {
  type EngineEvent,
  type Grants,
  MediaRefusal,
  type RoomLimits,
  type RoomState,
  type SectionSources,
  type Source,
  type Subscription,
  type Wish,
} from '../engine.ts'
import type { Certificate } from './link.ts'
import type { Mux } from './mux.ts'
import { Publication } from './publication.ts'
import { parseOffer } from './sdp.ts'
import type { Track } from './track.ts'
import { Viewing } from './viewing.ts'

export interface RoomOptions {
  /** A link that says nothing for so long is gone. */
  goneMs: number
  /** One that never began is given up after this. */
  beginMs: number
}
/** Loudness of somebody who speaks. */
const SPEAKS = 0.62
/** How much louder another has to be to become the active speaker, and for how many looks. */
const LOUDER = 1.07
const LOOKS = 2

interface Person {
  grants: Grants
  publication: Publication | null
  viewing: Viewing | null
  isHere: boolean
  /** Since when no link is open. */
  awaySince: number
}

const mayPublish = ({ publish }: Grants): boolean => publish === true || (publish !== false && publish.length > 0)
const allows =
  ({ publish }: Grants) =>
  (source: Source): boolean =>
    publish === true || (publish !== false && publish.includes(source))

export class Room {
  readonly id: string
  readonly #mux: Mux
  readonly #certificate: Certificate
  readonly #options: RoomOptions
  readonly #tell: (event: EngineEvent) => void
  readonly #people = new Map<string, Person>()
  limits: RoomLimits
  #active: string | null = null
  #rival: { identity: string; looks: number } | null = null
  #speakers = ''
  #isTelling = false
  /** Others who watch what is published: recordings and broadcasts. */
  readonly watchers = new Set<{ onTracks(): void; aim(now: number): void }>()

  constructor(id: string, limits: RoomLimits, mux: Mux, certificate: Certificate, options: RoomOptions, tell: (event: EngineEvent) => void) {
    this.id = id
    this.limits = limits
    this.#mux = mux
    this.#certificate = certificate
    this.#options = options
    this.#tell = tell
  }

  get active(): string | null {
    return this.#active
  }
  tracks(): Track[] {
    return [...this.#people.values()].flatMap(({ publication }) => [...(publication?.tracks.values() ?? [])])
  }
  aheadOf(identity: string): number | null {
    return this.#people.get(identity)?.publication?.ahead ?? null
  }

  admit(identity: string, grants: Grants): void {
    const person = this.#people.get(identity)
    const others = [...this.#people].filter(([name]) => name !== identity).map(([, { grants: theirs }]) => theirs)
    const isSpeaker = mayPublish(grants)
    const most = isSpeaker ? this.limits.maxPublishers : this.limits.maxViewers
    // what is taken away from somebody is taken, however many have no more than that
    const gains = !person || (isSpeaker && !mayPublish(person.grants))
    if (gains && others.filter((theirs) => mayPublish(theirs) === isSpeaker).length >= most) throw new MediaRefusal('room_full')
    if (!person) return void this.#people.set(identity, { grants, publication: null, viewing: null, isHere: false, awaySince: performance.now() })
    person.grants = grants
    if (!isSpeaker) person.publication?.link.close()
    else person.publication?.restrict(allows(grants))
    if (!grants.subscribe) person.viewing?.link.close()
  }
  setGrants(identity: string, grants: Grants): void {
    this.#person(identity)
    this.admit(identity, grants)
  }
  remove(identity: string): void {
    const person = this.#people.get(identity)
    if (!person) return
    this.#people.delete(identity)
    person.publication?.link.close()
    person.viewing?.link.close()
    if (person.isHere) this.#tell({ type: 'left', roomId: this.id, identity })
  }
  close(): void {
    for (const { publication, viewing } of this.#people.values()) {
      publication?.link.close()
      viewing?.link.close()
    }
    this.#people.clear()
    this.#tell({ type: 'closed', roomId: this.id })
  }

  publish(identity: string, sdp: string, sources?: SectionSources): string {
    const person = this.#person(identity)
    if (!mayPublish(person.grants)) throw new MediaRefusal('forbidden')
    const offer = parseOffer(sdp)
    const former = person.publication?.session === offer.session ? person.publication : null
    const publication = former ?? new Publication(this.#mux, this.#certificate, identity, offer, this.#eventsOf(identity, 'publication'))
    const answer = this.#accepted(publication, former, () => publication.accept(offer, sources, allows(person.grants)))
    if (former) return answer
    const old = person.publication
    person.publication = publication
    old?.link.close()
    this.#onTracks()
    return answer
  }

  subscribe(identity: string, sdp: string): Subscription {
    const person = this.#person(identity)
    if (!person.grants.subscribe) throw new MediaRefusal('forbidden')
    const offer = parseOffer(sdp)
    const former = person.viewing?.session === offer.session ? person.viewing : null
    const viewing =
      former ?? new Viewing(this.#mux, this.#certificate, offer, { ...this.#eventsOf(identity, 'viewing'), aheadOf: (other) => this.aheadOf(other) })
    const answer = this.#accepted(viewing, former, () => viewing.accept(offer, this.#tracksFor(identity)))
    if (former) return answer
    const old = person.viewing
    person.viewing = viewing
    old?.link.close()
    return answer
  }
  /** What was made for an offer that is refused is thrown away; what stood before it stays. */
  #accepted<T>(part: Publication | Viewing, former: Publication | Viewing | null, accept: () => T): T {
    try {
      return accept()
    } catch (error) {
      if (!former) part.link.close()
      throw error
    }
  }
  prefer(identity: string, wishes: Wish[]): void {
    this.#person(identity).viewing?.prefer(wishes)
  }

  #person(identity: string): Person {
    const person = this.#people.get(identity)
    if (!person) throw new MediaRefusal('not_admitted')
    return person
  }
  #tracksFor(identity: string): Track[] {
    return this.tracks().filter((track) => track.identity !== identity)
  }

  #eventsOf(identity: string, part: 'publication' | 'viewing') {
    return {
      onOpen: () => this.#onOpen(identity),
      onTracks: () => this.#onTracks(),
      onClose: (hadTracks = false) => this.#onClose(identity, part, hadTracks),
    }
  }
  #onOpen(identity: string): void {
    const person = this.#people.get(identity)
    if (!person || person.isHere) return
    person.isHere = true
    this.#tell({ type: 'joined', roomId: this.id, identity })
  }
  #onClose(identity: string, part: 'publication' | 'viewing', hadTracks: boolean): void {
    const person = this.#people.get(identity)
    // a link that was replaced by another of the same person has nothing to say any more
    if (person?.[part]?.link.isClosed) {
      person[part] = null
      person.awaySince = performance.now()
    }
    if (hadTracks) this.#onTracks()
  }
  #onTracks(): void {
    for (const [identity, { viewing }] of this.#people) viewing?.forget(this.#tracksFor(identity))
    for (const watcher of this.watchers) watcher.onTracks()
    if (this.#isTelling) return
    this.#isTelling = true
    setImmediate(() => {
      this.#isTelling = false
      this.#tell({ type: 'tracks', roomId: this.id })
    })
  }

  state(): RoomState {
    const now = performance.now()
    const participants = [...this.#people].map(([identity, { publication, isHere }]) => ({
      identity,
      connected: isHere,
      sources: [...(publication?.tracks.values() ?? [])].map((track) => ({ source: track.source, muted: track.isMuted, layers: track.liveLayers(now) })),
      level: Math.round((publication?.tracks.get('microphone')?.loudness ?? 0) * 100) / 100,
    }))
    return { participants, active: this.#active }
  }

  /** Many times a second. */
  ask(now: number): void {
    for (const { publication } of this.#people.values()) publication?.ask(now)
  }
  /** Once a second. */
  report(now: number, ms: number): void {
    for (const [identity, person] of this.#people) {
      for (const part of [person.publication, person.viewing]) {
        if (!part) continue
        if (now - part.link.heardAt > (part.link.isOpen ? this.#options.goneMs : this.#options.beginMs)) part.link.close()
      }
      if (person.publication?.link.isOpen) person.publication.report(now, ms)
      if (person.viewing?.link.isOpen) person.viewing.report(now)
      const isAway = !person.publication?.link.isOpen && !person.viewing?.link.isOpen
      if (!isAway) person.awaySince = now
      else if (person.isHere && now - person.awaySince > this.#options.goneMs) {
        person.isHere = false
        this.#tell({ type: 'left', roomId: this.id, identity })
      }
    }
  }
  /** A few times a second: layers, and who speaks. */
  look(now: number): void {
    for (const track of this.tracks()) {
      const { identity, source } = track
      if (track.look(now)) this.#tell({ type: 'muted', roomId: this.id, identity, source, muted: track.isMuted })
    }
    for (const { viewing } of this.#people.values()) viewing?.aim(now)
    for (const watcher of this.watchers) watcher.aim(now)
    this.#listen()
  }

  #listen(): void {
    const sounds = this.tracks().filter(({ source }) => source === 'microphone')
    const speakers = sounds.filter(({ loudness }) => loudness > SPEAKS).sort((a, b) => b.loudness - a.loudness)
    const before = this.#active
    const current = sounds.find(({ identity }) => identity === before)
    const loudest = speakers[0]
    if (!current) this.#active = loudest?.identity ?? null
    else if (loudest && loudest !== current && loudest.loudness > current.loudness * LOUDER) {
      const looks = this.#rival?.identity === loudest.identity ? this.#rival.looks + 1 : 1
      this.#rival = { identity: loudest.identity, looks }
      if (looks >= LOOKS) this.#active = loudest.identity
    } else this.#rival = null
    const names = speakers
      .map(({ identity }) => identity)
      .sort()
      .join('\n')
    if (names === this.#speakers && before === this.#active) return
    this.#speakers = names
    const told = speakers.map(({ identity, loudness }) => ({ identity, level: Math.round(loudness * 100) / 100 }))
    this.#tell({ type: 'speaking', roomId: this.id, active: this.#active, speakers: told })
  }
}
