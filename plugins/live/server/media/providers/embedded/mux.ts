/** One UDP port for everybody. A packet finds its peer by the name in the STUN requests that came from its address, so a deployment opens one port. */
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Message, parseMessage } from 'werift'
import { type Blamed, onBehalf } from './guard.ts'

export interface Lane extends Blamed {
  /** Name and password that the peer learned by signalling. */
  readonly name: string
  readonly password: string
  /** The peer has chosen a way here. */
  onWay(): void
  onPacket(packet: Buffer): void
}
interface Way {
  address: string
  port: number
}
interface Place {
  lane: Lane
  /** By which packets go out. */
  way: Way | null
  /** Addresses whose packets are taken, since they knew the password. */
  from: string[]
}
export interface MuxOptions {
  /** What to listen on: `0.0.0.0`, `::` for both families, or one address. */
  host: string
  /** 0 takes any that is free. */
  port: number
  /** What browsers are told; of this machine's own without it. */
  addresses?: string[]
}

const BINDING = 1
const REQUEST = 0
const RESPONSE = 0x100
/** Ways of one peer: a browser has several networks, an attacker no more. */
const MOST_ADDRESSES = 16
const BUFFER_BYTES = 4 * 1024 * 1024

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  const outer = all.filter(({ internal, family, address }) => !internal && !(family === 'IPv6' && address.startsWith('fe80')))
  return (outer.length ? outer : all).map(({ address }) => address)
}

export class Mux {
  readonly #socket: Socket
  readonly #family: 4 | 6
  readonly #places = new Map<string, Place>()
  readonly #byAddress = new Map<string, Place>()
  #addresses: string[] = []

  private constructor(family: 4 | 6) {
    this.#family = family
    // addresses are numbers here, and asking about each packet costs
    this.#socket = createSocket({ type: `udp${family}`, lookup: (address, _options, done) => done(null, address, family) })
    this.#socket.on('message', (bytes, { address, port }) => this.#take(bytes, address, port))
  }

  static async open({ host, port, addresses }: MuxOptions): Promise<Mux> {
    const mux = new Mux(isIPv6(host) ? 6 : 4)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    mux.#socket.once('error', reject)
    mux.#socket.bind(port, host, resolve)
    await promise
    mux.#socket.off('error', reject)
    // an address that cannot be reached is that peer's trouble
    mux.#socket.on('error', () => {})
    mux.#socket.setRecvBufferSize(BUFFER_BYTES)
    mux.#socket.setSendBufferSize(BUFFER_BYTES)
    const isAny = host === '0.0.0.0' || host === '::'
    mux.#addresses = addresses?.length ? addresses : isAny ? ownAddresses().filter((address) => mux.#family === 6 || !isIPv6(address)) : [host]
    return mux
  }

  /** As lines of an answer. */
  candidates(): string[] {
    const { port } = this.#socket.address()
    return this.#addresses.map((address, at) => `candidate:${at + 1} 1 udp ${2_130_706_431 - at * 256} ${address} ${port} typ host`)
  }

  add(lane: Lane): void {
    this.#places.set(lane.name, { lane, way: null, from: [] })
  }
  remove({ name }: Lane): void {
    for (const address of this.#places.get(name)?.from ?? []) this.#byAddress.delete(address)
    this.#places.delete(name)
  }
  send({ name }: Lane, packet: Buffer): void {
    const way = this.#places.get(name)?.way
    if (way) this.#socket.send(packet, way.port, way.address)
  }
  close(): void {
    this.#socket.close()
  }

  #take(bytes: Buffer, address: string, port: number): void {
    const isGreeting = bytes.length > 0 && bytes[0]! < 4
    const place = isGreeting ? null : this.#byAddress.get(`${address} ${port}`)
    if (isGreeting) this.#greet(bytes, address, port)
    else if (place && bytes.length > 0) onBehalf(place.lane, () => place.lane.onPacket(bytes))
  }

  #greet(bytes: Buffer, address: string, port: number): void {
    const name = String(parseMessage(bytes)?.getAttributeValue('USERNAME') ?? '').split(':')[0]!
    const place = this.#places.get(name)
    if (!place) return
    onBehalf(place.lane, () => {
      const key = Buffer.from(place.lane.password)
      const request = parseMessage(bytes, key)
      if (request?.messageMethod !== BINDING || request.messageClass !== REQUEST) return
      const answer = new Message(BINDING, RESPONSE, request.transactionId)
      answer
        .setAttribute('XOR-MAPPED-ADDRESS', [plain(address), port])
        .addMessageIntegrity(key)
        .addFingerprint()
      this.#socket.send(answer.bytes, port, address)
      this.#know(place, address, port, request.attributesKeys.includes('USE-CANDIDATE'))
    })
  }

  #know(place: Place, address: string, port: number, isChosen: boolean): void {
    const from = `${address} ${port}`
    if (this.#byAddress.get(from) !== place) {
      if (place.from.length >= MOST_ADDRESSES) this.#byAddress.delete(place.from.shift()!)
      place.from.push(from)
      this.#byAddress.set(from, place)
    }
    if (!isChosen || (place.way?.address === address && place.way.port === port)) return
    place.way = { address, port }
    place.lane.onWay()
  }
}
