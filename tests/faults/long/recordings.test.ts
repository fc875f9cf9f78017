/** Recordings of live rooms, of which everything that makes them is killed. */
import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import type { MediaEngine } from '../../../plugins/live/server/media/providers/engine.ts'
import { Peer } from '../../../plugins/live/tests/media/peer.ts'
import { call, type House, openHouse, report, sleep, until } from '../kit.ts'

describe('recordings of live rooms', () => {
  let house: House
  let peer: Peer | undefined
  before(async () => {
    house = await openHouse({ env: { ATRIUM_PLUGINS: path.join(import.meta.dirname, 'live.config.ts') } })
  })
  afterEach(async function tellWhy() {
    await peer?.leave()
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })
  after(() => house?.close())

  const ask = async (method: string, address: string, body: object = {}) => {
    const answer = await call(house.nodes[0]!.url, method, `/internal_api/${address}`, { cookie: house.admin.cookie, body })
    expect(answer.status, `${address}: ${JSON.stringify(answer.body)}`).to.be.below(300)
    return answer.body
  }
  const statusOf = async (key: string) =>
    (await house.sql<{ status: string; seconds: number }>('select status, seconds from live.recording where recording_key = $1', [key]))[0]!
  const folderOf = (key: string) => path.join(house.dataDir, 'live/recordings', `${house.communityId}-${key}`)
  const files = (key: string) => (existsSync(folderOf(key)) ? readdirSync(folderOf(key), { recursive: true }).map(String) : [])
  /** A room that is on, with somebody who sends, recorded for some seconds. */
  async function record(): Promise<{ id: number; key: string }> {
    const { id } = await ask('POST', 'rooms', { room: { name: 'Coffee' } })
    await ask('POST', `live/${id}/go_live`)
    await ask('POST', `live/${id}/join`)
    const publish = async (_: string, __: string, sdp: string) => {
      const [microphone, camera] = [...sdp.matchAll(/a=mid:(\S+)/g)].map(([, mid]) => mid!)
      return (await ask('POST', `live/${id}/publish`, { sdp, sources: { [microphone!]: 'microphone', [camera!]: 'camera' } })).sdp as string
    }
    peer = new Peer({ publish } as unknown as MediaEngine, '', '')
    await peer.publish('microphone', 'camera')
    const { recording_key: key } = await ask('POST', `live/${id}/recorders`)
    await until('tracks are written', () => files(key).filter((name) => name.endsWith('.webm')).length === 2, 30_000)
    await sleep(4_000)
    return { id, key }
  }

  it('are there after process and engine were killed in mid-recording', async () => {
    const { key } = await record()
    const { pid } = JSON.parse(readFileSync(path.join(house.dataDir, 'live/engine.json'), 'utf8')) as { pid: number }
    await house.kill(house.nodes[0]!, 'SIGKILL')
    process.kill(pid, 'SIGKILL')
    // an hour later
    const then = new Date(Date.now() - 3_600_000)
    for (const name of [...files(key), '.']) utimesSync(path.join(folderOf(key), name), then, then)
    await house.addNode()
    await until('the video', async () => (await statusOf(key)).status === 'ready', 150_000)
    expect((await statusOf(key)).seconds).to.be.within(3, 20)
    await until('the folder is gone', () => files(key).length === 0)
  })

  it('are there after the process was killed while it made the video', async () => {
    const { id, key } = await record()
    await ask('DELETE', `live/${id}/recorders/${key}`)
    await until('the video is begun', () => files(key).some((name) => name.endsWith('.mp4')), 30_000)
    await house.kill(house.nodes[0]!, 'SIGKILL')
    expect((await statusOf(key)).status).to.equal('processing')
    await house.addNode()
    await until('the video', async () => (await statusOf(key)).status === 'ready', 150_000)
    expect((await statusOf(key)).seconds).to.be.within(3, 20)
  })
})
