/** Who is to blame: an error thrown on behalf of a peer, in whatever callback, ends that peer and nobody else. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Blamed {
  fail(error: unknown): void
}

const blamed = new AsyncLocalStorage<Blamed>()

/** Runs something of a peer; what it throws now or later is the peer's. */
export function onBehalf(peer: Blamed, work: () => void): void {
  try {
    blamed.run(peer, work)
  } catch (error) {
    peer.fail(error)
  }
}

/** @param log is told of every error that reaches the top */
export function catchEverything(log: (message: string) => void): void {
  const take = (error: unknown) => {
    const peer = blamed.getStore()
    log(`${peer ? 'a peer failed' : 'uncaught'}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    peer?.fail(error)
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
}
