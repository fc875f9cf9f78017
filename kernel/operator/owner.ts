/** The database of an installation, as its owner reaches it, whether Atrium runs or not. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../data/index.ts'
import { connectOwner } from '../data/owner.ts'
import { applicationName } from '../data/pools.ts'
import { startEmbedded } from '../../launch/embedded.ts'
import type { Log } from '../observe/index.ts'

/** @throws StartError where there is none; whatever `work` throws */
export async function asOwner<T>({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Log, work: (client: pg.Client) => Promise<T>) {
  if (databaseUrl) {
    const client = await connectOwner(databaseUrl)
    return work(client).finally(() => client.end())
  }
  if (!existsSync(path.join(dataDir, 'postgres.json'))) throw new StartError(`There is no installation in ${dataDir}; ATRIUM_DATA names another folder.`)
  const server = await startEmbedded({ dataDir, log })
  const client = new pg.Client({ connectionString: server.url, application_name: applicationName })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
    await server.stop()
  }
}
