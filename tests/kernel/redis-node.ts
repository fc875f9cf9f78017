/** A second kernel on the database of a test, in a process of its own that can be killed; it says its port to whoever forked it. */
import os from 'node:os'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { createKernel, readPlugins } from '../../kernel/boot/kernel.ts'
import { loadConfig } from '../../kernel/config.ts'
import { createLog } from '../../kernel/observe/index.ts'
import { noWeb } from '../support/harness.ts'

const root = path.resolve(import.meta.dirname, '../..')
const config = {
  ...(await loadConfig({
    env: { ...process.env, ATRIUM_DATA: mkdtempSync(path.join(os.tmpdir(), 'atrium-node-')), PORT: '0', ATRIUM_LOG: 'silent', SMTP_URL: '' },
  })),
  plugins: process.env.NODE_PLUGINS!.split(',').map((from) => ({ from: path.resolve(root, from) })),
  pluginsBase: root,
  databaseUrl: process.env.DATABASE_URL!,
}
const kernel = await createKernel({ config, plugins: await readPlugins(config), web: noWeb, clock: () => new Date(), log: createLog(config) })
process.send!({ port: await kernel.listen(0) })
