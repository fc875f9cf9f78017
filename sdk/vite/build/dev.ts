/** Serves shell, SDK and plugin sources as they are, with hot reload, inside the kernel's own server. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, join } from 'node:path'
import type { Middleware } from 'koa'
import type { Connect } from 'vite'
import type { PluginSource, WebFiles } from './build.ts'

export interface DevServer {
  /** Answers requests for sources; calls `next` for everything else. */
  middleware: Middleware
  web: WebFiles
  close(): Promise<void>
}

/** Vite answers on the raw response, behind Koa's back, or passes the request on. */
const toKoa =
  (handle: Connect.Server): Middleware =>
  async (ctx, next) => {
    const passed = await new Promise<boolean>((done, fail) => {
      ctx.res.once('close', () => done(false))
      handle(ctx.req, ctx.res, (error?: unknown) => (error ? fail(error) : done(true)))
    })
    if (passed) await next()
    else ctx.respond = false
  }

/** @param shell absolute folder of the shell; @param outDir where the generated style sheet goes; `.data/build`. */
export async function devServer({
  shell: dir,
  plugins,
  httpServer,
  outDir,
}: {
  shell: string
  plugins: PluginSource[]
  httpServer: Server
  outDir: string
}): Promise<DevServer> {
  const [{ createServer }, { devPreset, stylesSource }] = await Promise.all([import('vite'), import('../index.ts')])
  const sheet = join(outDir, 'dev', 'styles.css')
  await mkdir(join(outDir, 'dev'), { recursive: true })
  await writeFile(sheet, stylesSource({ dir, sources: plugins.map((plugin) => join(plugin.dir, 'web')) }))
  const preset = await devPreset({ dir, plugins, cacheDir: join(outDir, 'dev', 'cache') })
  const vite = await createServer({
    ...preset.config,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: httpServer }, fs: { allow: [dirname(dir), outDir, ...plugins.map((plugin) => plugin.dir)] } },
  })
  const none = { remote: null }
  return {
    middleware: toKoa(vite.middlewares),
    web: {
      async template(url) {
        const html = await readFile(join(dir, 'index.html'), 'utf8')
        return vite.transformIndexHtml(url, html.replace('<!--styles-->', `<link rel="stylesheet" href="/@fs${sheet}">`))
      },
      assets: null,
      sprite: preset.sprite,
      plugins: new Map(plugins.map(({ id }) => [id, none])),
      remotes: new Map(),
      release: 'development',
    },
    close: () => vite.close(),
  }
}
