/** One direction of a room, sending or receiving: a connection that is offered again when something changes, and made anew when it breaks. */

export type HalfState = 'idle' | 'connecting' | 'connected' | 'broken' | 'failed'

export interface HalfOptions {
  iceServers: RTCIceServer[]
  /** Adds to the connection what is wanted by now; called before each offer. */
  prepare(pc: RTCPeerConnection): void
  /** Sends the offer and brings the answer. */
  exchange(offer: string, pc: RTCPeerConnection): Promise<string>
  /** The answer holds. @param isNew whether the connection is another than before */
  onSettled(pc: RTCPeerConnection, isNew: boolean): void
  onState(): void
  /** Whether it is pointless to try again. */
  isFinal(error: unknown): boolean
}

/** Browsers say "disconnected" after five seconds without an answer; nothing is gained by waiting much longer. */
const LOST_MS = 300
const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 4_000
/** Who never got through after so many tries is told. */
const MOST_TRIES = 6

export class Half {
  readonly #options: HalfOptions
  pc: RTCPeerConnection | null = null
  state: HalfState = 'idle'
  /** Why it failed. */
  error: unknown = null
  #wasConnected = false
  #isSettled = false
  #isBusy = false
  #isStale = false
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #lost: ReturnType<typeof setTimeout> | undefined

  constructor(options: HalfOptions) {
    this.#options = options
  }

  /** Something has changed: offers again, and connects if it is not. */
  async offer(): Promise<void> {
    if (this.state === 'failed') return
    if (this.#isBusy || this.#retry) {
      this.#isStale = true
      return
    }
    this.#isBusy = true
    try {
      do {
        this.#isStale = false
        await this.#negotiate()
      } while (this.#isStale)
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isBusy = false
    }
  }

  /** A new connection at once, whatever the old one thinks of itself. */
  restart(): void {
    if (this.state === 'idle') return
    this.#tries = 0
    this.#drop()
    this.#set(this.#wasConnected ? 'broken' : 'connecting')
    void this.offer()
  }

  close(): void {
    this.#drop()
    this.#wasConnected = false
    this.#tries = 0
    this.#set('idle')
  }

  #set(state: HalfState): void {
    if (this.state === state) return
    this.state = state
    this.#options.onState()
  }
  #drop(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#lost)
    this.#retry = this.#lost = undefined
    const { pc } = this
    this.pc = null
    this.#isSettled = false
    if (!pc) return
    pc.onconnectionstatechange = null
    pc.close()
  }

  #open(): RTCPeerConnection {
    const pc = new RTCPeerConnection({ iceServers: this.#options.iceServers, bundlePolicy: 'max-bundle' })
    this.pc = pc
    pc.onconnectionstatechange = () => this.#look(pc)
    if (this.state !== 'broken') this.#set('connecting')
    return pc
  }

  async #negotiate(): Promise<void> {
    const pc = this.pc ?? this.#open()
    this.#options.prepare(pc)
    await pc.setLocalDescription()
    // the engine learns addresses from the packets themselves, so nothing is gained by waiting for candidates
    const sdp = await this.#options.exchange(pc.localDescription!.sdp, pc)
    if (this.pc !== pc) return
    await pc.setRemoteDescription({ type: 'answer', sdp })
    const isNew = !this.#isSettled
    this.#isSettled = true
    this.#options.onSettled(pc, isNew)
  }

  #look(pc: RTCPeerConnection): void {
    clearTimeout(this.#lost)
    this.#lost = undefined
    if (pc.connectionState === 'connected') {
      this.#tries = 0
      this.#wasConnected = true
      this.#set('connected')
    } else if (pc.connectionState === 'failed') this.#fail(new Error('no way to the engine'))
    else if (pc.connectionState === 'disconnected') {
      this.#set('broken')
      this.#lost = setTimeout(() => this.#fail(new Error('the way to the engine broke')), LOST_MS)
    }
  }

  #fail(error: unknown): void {
    if (this.state === 'idle') return
    this.#drop()
    this.error = error
    this.#tries++
    const isOver = this.#options.isFinal(error) || (!this.#wasConnected && this.#tries >= MOST_TRIES)
    if (!isOver) this.#retry = setTimeout(() => this.#again(), Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#tries - 1)))
    this.#set(isOver ? 'failed' : this.#wasConnected ? 'broken' : 'connecting')
  }
  #again(): void {
    this.#retry = undefined
    void this.offer()
  }
  /** The network is back: waits no longer. */
  hurry(): void {
    if (!this.#retry) return
    clearTimeout(this.#retry)
    this.#again()
  }
}
