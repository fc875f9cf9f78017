/** Looks up what the owners of domains have entered: proofs that they are theirs. */
import { Resolver } from 'node:dns/promises'

const WAIT_MS = 3_000
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

export interface Dns {
  /** Texts at a name; none where there is no such name. @throws Error when no answer can be had */
  texts(name: string): Promise<string[]>
  /** The name that this is another one for, in small letters; null where it is none. @throws Error when no answer can be had */
  alias(name: string): Promise<string | null>
}

/** Asks name servers, three seconds each. @param servers addresses to ask instead of the system's, `127.0.0.1:5353` */
export function dnsOf(servers?: unknown): Dns {
  const resolver = new Resolver({ timeout: WAIT_MS, tries: 2 })
  if (Array.isArray(servers)) resolver.setServers(servers.map(String))
  const found = async <T>(asked: Promise<T[]>): Promise<T[]> => {
    try {
      return await asked
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
  return {
    texts: async (name) => (await found(resolver.resolveTxt(name))).map((chunks) => chunks.join('')),
    alias: async (name) => (await found(resolver.resolveCname(name)))[0]?.toLowerCase().replace(/\.$/, '') ?? null,
  }
}
