/** Looks up what the owner of a domain has entered: the proof that it is theirs. */
import { Resolver } from 'node:dns/promises'

const WAIT_MS = 3_000
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

export interface DomainProvider {
  /** Texts at a name; none where there is no such name. @throws Error when no answer can be had */
  texts(name: string): Promise<string[]>
}

/** @param servers addresses to ask instead of the system's, `127.0.0.1:5353` */
export function dnsProvider(servers?: unknown): DomainProvider {
  const resolver = new Resolver({ timeout: WAIT_MS, tries: 2 })
  if (Array.isArray(servers)) resolver.setServers(servers.map(String))
  return {
    async texts(name) {
      try {
        return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))
      } catch (error) {
        if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return []
        throw error
      }
    },
  }
}
