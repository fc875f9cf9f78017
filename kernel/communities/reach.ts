/** Checks whether a domain leads to this installation: it fetches an address of that domain, whose reply only this installation can compute. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Outbound } from '../outbound/index.ts'
import type { States } from './state.ts'

export const REACH_PATH = '/.well-known/atrium/'

interface Dependencies {
  config: Pick<Config, 'secret'>
  states: Pick<States, 'originAt'>
  outbound: Pick<Outbound, 'fetch'>
}

export function createReach({ config, states, outbound }: Dependencies) {
  const key = createHmac('sha256', config.secret).update('communities.reach').digest()
  /** What this installation says when it is asked for `nonce` by the name of `host`. */
  const answer = (host: string, nonce: string): string => createHmac('sha256', key).update(`${host} ${nonce}`).digest('base64url')
  return {
    answer,
    /** Asks through the guarded fetcher; not inside a transaction. */
    async leadsHere(domain: string): Promise<boolean> {
      const nonce = randomBytes(16).toString('base64url')
      const reply = await outbound.fetch(states.originAt(domain) + REACH_PATH + nonce, { redirects: 0, maxBytes: 1_000 }).catch(() => null)
      return reply?.status === 200 && Buffer.from(reply.body).toString('utf8').trim() === answer(domain, nonce)
    },
  }
}
