/** The product's web side, built once for all suites of a run: servers of tests begin with a copy of it. */
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from '@atrium/sdk/build'
import { HOME, readPlugins, sourcesOf } from '../../kernel/boot/kernel.ts'
import { loadConfig } from '../../kernel/config.ts'

/** Builds what plugins.config.ts names, or finds it built, in `outDir`. */
export async function buildWeb(outDir: string) {
  const plugins = sourcesOf(await readPlugins(await loadConfig({ env: process.env })))
  return buildAll({ shell: path.join(HOME, 'shell'), plugins, outDir, log: () => {} })
}

/** Gives a server's new data folder the build of this run, which it then finds by content. Without a run it makes its own. */
export function takeBuild(dataDir: string): void {
  const built = process.env.ATRIUM_TEST_WEB
  if (built && existsSync(built)) cpSync(built, path.join(dataDir, 'build'), { recursive: true })
}
