/** Answers addresses of screens with HTML: head and body for visitors and link previews, boot data for the shell. */
import type { Manifest } from '@atrium/sdk'
import { aheadTags, appearanceOf, documentOf, escapeHtml, firstPaint, headTags, framersOf, iconTag, letFrame } from '@atrium/sdk/server'
import { type PageHead, type Prefetcher, type Say, sidebarOf, unlessRefused } from '@atrium/sdk/server'
import type { Context } from 'koa'
import { match, type MatchFunction } from 'path-to-regexp'
import type { LoadedPlugin } from '../registry.ts'
import type { WebFiles } from '@atrium/sdk/build'
import type { RootContainer } from '../container.ts'
import { accountAddresses, adminAddresses, framedAddresses, guessedAddresses } from '@atrium/sdk/kernel/shell'
import { bootData } from './boot-data.ts'
import { createCtx } from './ctx.ts'
import { type BoundRoute, type RequestState, run, sendRaw } from './dispatch.ts'
import { toAtriumError } from './errors.ts'
import { FLASH_COOKIE, looksSignedIn } from './identify.ts'
import type { KeptAnswers } from './kept.ts'

/** An address with invalid percent-encoding matches no screen, instead of failing the request. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A plugin that has something to be read with a page. */
interface Loader {
  plugin: LoadedPlugin
  load: Prefetcher
}

interface PageRoute {
  address: string
  matches: MatchFunction<Record<string, string>>
  plugin: LoadedPlugin
  screen: NonNullable<Manifest['screens']>[string]
}

export class Pages {
  readonly #root: RootContainer
  readonly #build: WebFiles
  readonly #kept: KeptAnswers
  /** The plugin that has something at addresses of no screen. */
  readonly #front: LoadedPlugin | undefined
  readonly #routes: PageRoute[]
  /** Beside the screens: pages of the shell, and of plugins among the settings. */
  readonly #others: MatchFunction<object>
  readonly #bound: Map<string, BoundRoute>
  /** By the address of a screen, whoever owns it; `*` for all pages of members. */
  readonly #loaders = new Map<string, Loader[]>()

  constructor(root: RootContainer, build: WebFiles, bound: BoundRoute[], kept: KeptAnswers) {
    this.#root = root
    this.#build = build
    this.#kept = kept
    this.#bound = new Map(bound.map((item) => [`${item.route.plugin}.${item.route.name}`, item]))
    const plugins = [...root.cradle.registry.plugins.values()]
    this.#front = plugins.find((plugin) => plugin.server?.front)
    for (const plugin of plugins)
      for (const [address, load] of Object.entries(plugin.server?.prefetch ?? {}))
        this.#loaders.set(address, [...(this.#loaders.get(address) ?? []), { plugin, load }])
    const specific = (address: string) => (address.match(/:/g)?.length ?? 0) * 100 - address.length
    const matcher = (address: string) => match<Record<string, string>>(address, { decode })
    this.#routes = plugins
      .flatMap((plugin) => Object.entries(plugin.manifest.screens ?? {}).map(([address, screen]) => ({ address, matches: matcher(address), plugin, screen })))
      .sort((a, b) => specific(a.address) - specific(b.address))
    const settings = plugins.flatMap(({ manifest }) => Object.keys(manifest.admin ?? {}))
    this.#others = match([...accountAddresses, ...adminAddresses, ...settings], { decode })
  }

  /** The page for an address; an unknown one gets the shell too, which shows its own not-found screen, with 404. */
  async answer(ctx: Context): Promise<void> {
    const state = ctx.state as RequestState
    const hits = this.#routes.values().map((route) => ({ ...route, hit: route.matches(ctx.path) }))
    const found = hits.find(({ hit }) => hit)
    const params = found?.hit ? { ...found.hit.params } : {}
    if (((!found && !this.#others(ctx.path)) || (ctx.path === '/' && !state.identity)) && (await this.#answerFront(ctx))) return
    if (!found && Object.hasOwn(guessedAddresses, ctx.path)) return ctx.redirect(guessedAddresses[ctx.path] + ctx.search)
    if (ctx.query.iframe === 'true' && (found ? found.screen.embeds : framedAddresses.includes(ctx.path)))
      await this.#read(ctx, found?.plugin.manifest.id ?? 'shell', async (reader) => letFrame(ctx, framersOf(reader)))
    let head: PageHead | null = null
    let sidebar: Awaited<ReturnType<typeof sidebarOf>> = []
    const prefetch: { key: unknown[]; data: unknown }[] = []
    let status = found || this.#others(ctx.path) ? 200 : 404
    const isOn = (plugin: LoadedPlugin) => this.#root.cradle.communities.isOn(state.community, plugin)
    const screen = found && isOn(found.plugin) ? found : null
    const visible = screen && (state.identity?.member || screen.screen.public === 'always' || (screen.screen.public && !state.community.info.isPrivate))
    const render = visible && screen.plugin.server?.pages?.[screen.address]
    const loaders = [...((state.identity?.member && this.#loaders.get('*')) || []), ...((visible && this.#loaders.get(screen.address)) || [])]
    if (render || loaders.length) {
      await this.#read(ctx, (screen ?? loaders[0]!).plugin.manifest.id, async (reader) => {
        if (render) head = await unlessRefused(render(reader, params), null)
        // A visitor reads the page as it is; the shell asks for itself when it comes.
        if (this.#visitorsTemplate(ctx, head)) return void (sidebar = await sidebarOf(reader))
        const query = Object.fromEntries(new URLSearchParams(ctx.querystring))
        for (const { plugin, load } of loaders)
          if (isOn(plugin))
            prefetch.push(...(await this.#prefetch(state, reader, await load(reader.as(plugin.manifest.id), screen ? params : {}, query).catch(this.#missed))))
      })
      if (render && head === null) status = 404
      else if (head && (head as PageHead).status) status = (head as PageHead).status!
    }
    const flash = takeFlash(ctx)
    const data = await bootData({ root: this.#root, state, build: this.#build, status, prefetch, flash })
    const { name, url } = state.community.info
    const shown: PageHead = head ?? { title: name }
    const calm = this.#visitorsTemplate(ctx, head)
    const { words } = this.#root.cradle
    const appearance = appearanceOf(data, ctx.cookies.get('appearance'))
    const body = () => {
      if (!calm || !screen) return shown.body ? `<main class="first-paint">${shown.body.html}</main>` : ''
      const say: Say = (...word) => words.say(state.locale, ...word)
      const named = { plugin: screen.plugin.manifest.id, ...screen.screen }
      return firstPaint({ head: shown, screen: named, path: ctx.path, appearance, data, sidebar, say }).html
    }
    ctx.status = status
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.vary('Cookie')
    const html = body()
    const entry = screen && this.#build.plugins.get(screen.plugin.manifest.id)?.remote?.entry
    const ahead = status === 404 ? '' : aheadTags({ body: html, isCalm: calm !== undefined, isHome: screen?.address === '/', words: data.messages, entry })
    ctx.body = documentOf({
      template: calm ?? (await this.#build.template(ctx.path)),
      sprite: this.#build.sprite,
      data,
      appearance,
      head: headTags(shown, `${url}${ctx.path}`, name) + iconTag(state.community) + ahead,
      body: html,
      noScript: words.say(state.locale, 'shell', 'frame.no_script', { name: escapeHtml(name) }),
    })
  }

  /** Reads for the page that is asked for. */
  #read<T>(ctx: Context, plugin: string, work: (reader: ReturnType<typeof createCtx>) => Promise<T>): Promise<T> {
    const { community, identity, locale, id } = ctx.state as RequestState
    const request = { id, ip: ctx.ip, userAgent: '' }
    return this.#root.cradle.data.unit({ communityId: community.info.id, mode: 'read' }, (unit) =>
      work(createCtx({ root: this.#root, unit, state: community, identity, locale, plugin, request })),
    )
  }
  /** @returns whether a plugin has something at this address */
  async #answerFront(ctx: Context): Promise<boolean> {
    const { community, identity, masquerade } = ctx.state as RequestState
    const { path } = ctx
    const plugin = this.#front
    if (!plugin || !this.#root.cradle.communities.isOn(community, plugin)) return false
    const query = Object.fromEntries(new URLSearchParams(ctx.querystring))
    // a session chooses the community at a host that several have, also where it is nobody there: that is no answer for others
    const keep = identity || masquerade || looksSignedIn(ctx) ? null : this.#kept.begin(ctx, community.info.id)
    const reply = await this.#read(ctx, plugin.manifest.id, (reader) => plugin.server!.front!(reader, { path, query, cookie: (name) => ctx.cookies.get(name) }))
    if (!reply) return false
    if (reply.keep) keep?.(reply)
    sendRaw(ctx, reply)
    return true
  }

  /** It brings header and sidebar with it, which a frame has none of. */
  #visitorsTemplate = (ctx: Context, head: PageHead | null): string | undefined =>
    head?.body && !ctx.state.identity && ctx.query.iframe !== 'true' ? this.#build.calm : undefined

  /** The same data without the page: the shell asks again when a plugin was switched. */
  async boot(ctx: Context): Promise<void> {
    const state = ctx.state as RequestState
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = JSON.stringify(await bootData({ root: this.#root, state, build: this.#build, status: 200, prefetch: [], flash: null }))
  }
  /** The screen asks for it itself when it comes. */
  readonly #missed = (error: unknown): [] => {
    if (toAtriumError(error).status >= 500) this.#root.cradle.log.warn({ error }, 'prefetch failed')
    return []
  }

  async #prefetch(state: RequestState, reader: ReturnType<typeof createCtx>, wanted: { route: { plugin: string; name: string }; input?: any }[]) {
    const entries: { key: unknown[]; data: unknown }[] = []
    for (const { route, input } of wanted) {
      const bound = this.#bound.get(`${route.plugin}.${route.name}`)
      if (bound?.route.method !== 'GET') continue
      try {
        const data = await run({
          root: this.#root,
          bound,
          state,
          ip: reader.request!.ip,
          userAgent: '',
          input: { params: input?.params ?? {}, query: input?.query ?? {}, body: undefined },
          within: reader,
        })
        entries.push({ key: input === undefined ? [route.plugin, route.name] : [route.plugin, route.name, input], data })
      } catch (error) {
        this.#missed(error)
      }
    }
    return entries
  }
}

/** What is said on this page alone, by its key after `flash.`; it goes with the page. */
function takeFlash(ctx: Context): { tone: 'success' | 'error'; message: string } | null {
  const given = ctx.cookies.get(FLASH_COOKIE)
  if (given === undefined) return null
  ctx.cookies.set(FLASH_COOKIE, null, { path: '/' })
  if (ctx.query.iframe === 'true' && ctx.cookies.secure) ctx.cookies.set(FLASH_COOKIE, null, { path: '/', sameSite: 'none', partitioned: true })
  const [, tone, message] = /^(success|error):([a-z_]{1,40})$/.exec(given) ?? []
  return message ? { tone: tone as 'success' | 'error', message } : null
}
