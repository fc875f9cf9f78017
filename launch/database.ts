/** The database that a start works on: the operator's own, or the server that comes with Atrium. */
import type { Ctx } from '@atrium/sdk/server'
import type { Config } from '../kernel/config.ts'
import { startEmbedded } from './embedded.ts'

export interface OpenDatabase {
  /** Address of its owner. */
  url: string
  /** Ends the embedded server; call it when everything else has let go of the database. */
  stop(): Promise<void>
}

/** Takes the one of DATABASE_URL, or starts the embedded server. @throws StartError */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Ctx['log']): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  const server = await startEmbedded({ dataDir, log })
  return { url: server.url, stop: () => server.stop() }
}
