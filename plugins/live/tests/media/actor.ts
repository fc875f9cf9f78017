/** A browser's part with real sound and pictures. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { findTool } from '../../server/media/providers/ffmpeg.ts'
import type { Peer } from './peer.ts'

/** What the sections of an actor's offer carry. */
export function sourcesOf(offer: string): Record<string, 'microphone' | 'camera'> {
  const [microphone, camera] = [...offer.matchAll(/a=mid:(\S+)/g)].map(([, mid]) => mid!)
  return { [microphone!]: 'microphone', [camera!]: 'camera' }
}
/** Real sound and pictures, made by ffmpeg, sent by a peer. */
export class Actor {
  readonly peer: Peer
  /** Told of each piece of a picture as it is sent, with its RTP timestamp. */
  onPicture: (timestamp: number) => void = () => {}
  readonly #processes: ChildProcess[] = []
  readonly #sockets: Socket[] = []

  constructor(peer: Peer) {
    this.peer = peer
  }
  /** @param picture a source of ffmpeg's, with its bits a second */
  async begin(pitch: number, colour: string, { source, rate } = { source: `color=${colour}:s=320x180:r=15`, rate: '200k' }): Promise<void> {
    const offer = await this.peer.offerToSend(['microphone', 'camera'])
    const sound = await this.#listen('microphone')
    const picture = await this.#listen('camera')
    await this.peer.accept(await this.peer.engine.publish(this.peer.roomId, this.peer.identity, offer))
    this.#play(['-f', 'lavfi', '-i', `sine=${pitch}:r=48000`, '-c:a', 'libopus', '-b:a', '48k', '-f', 'rtp', `rtp://127.0.0.1:${sound}`])
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '15', '-b:v', rate]
    this.#play(['-f', 'lavfi', '-i', source, ...vp8, '-f', 'rtp', `rtp://127.0.0.1:${picture}?pkt_size=1100`])
  }
  async #listen(source: 'microphone' | 'camera'): Promise<number> {
    // ffmpeg sends reports to the next port, which may be another's
    const isReport = (packet: Buffer) => packet[1]! >= 192 && packet[1]! <= 223
    const socket = createSocket('udp4', (packet) => {
      if (isReport(packet)) return
      if (source === 'camera') this.onPicture(packet.readUInt32BE(4))
      this.peer.write(source, packet)
    })
    this.#sockets.push(socket)
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.bind(0, '127.0.0.1', resolve)
    await promise
    return socket.address().port
  }
  #play(args: string[]): void {
    this.#processes.push(spawn(findTool('ffmpeg'), ['-v', 'quiet', '-re', ...args], { stdio: 'ignore' }))
  }
  async leave(): Promise<void> {
    for (const child of this.#processes) child.kill('SIGKILL')
    for (const socket of this.#sockets) socket.close()
    await this.peer.leave()
  }
}
