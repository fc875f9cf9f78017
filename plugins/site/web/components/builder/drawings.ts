/** How the server draws blocks, block by block: only what has changed is asked for, and the last drawing stays until the next is there. */
import { call } from '@atrium/sdk/web'
import { createContext, useContext, useSyncExternalStore } from 'react'
import contract, { type Block, type PageData } from '../../../contract.ts'
import { everyBlock, type Kinds, slotsOf } from './data.ts'

const { routes } = contract
/** Rest after which what has changed is drawn. */
const RESTS_MS = 250

export interface Drawing {
  html: string
  trouble: string | null
}
export type Viewer = 'visitor' | 'member'

/** A block as it is sent to be drawn alone: without those in it, and for everybody, so that whoever edits it sees it. */
const alone = (block: Block, kinds: Kinds): Block => {
  const slots = slotsOf(kinds.get(block.type))
  const look = block.props['look']
  return {
    ...block,
    props: {
      ...block.props,
      ...Object.fromEntries(slots.map((slot) => [slot, []])),
      ...(look && typeof look === 'object' ? { look: { ...look, audience: 'everybody', devices: 'all' } } : {}),
    },
  }
}
/** Blocks know whether they are the first of the page, whose title is the largest: before others one stands in for that. */
const FIRST: Block = { type: 'Space', props: { id: 'first' } }
/** Of the page itself a block is a band across it; in another block it lies as a part of that. */
function asPart(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  const outer = template.content.firstElementChild
  if (!outer?.classList.contains('band')) return html
  outer.classList.replace('band', 'sub')
  const inner = outer.firstElementChild
  if (inner?.classList.contains('in')) inner.replaceWith(...inner.childNodes)
  return template.innerHTML
}

export class Drawings {
  readonly #kinds: Kinds
  readonly #drawn = new Map<string, Drawing>()
  /** As it was last sent, by id. */
  readonly #asked = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  readonly #onError: (error: unknown) => void
  #css = ''
  #themeId: number | null
  #language: string | null
  #timer: ReturnType<typeof setTimeout> | undefined
  #content: readonly Block[] = []

  constructor(kinds: Kinds, themeId: number | null, language: string | null, onError: (error: unknown) => void) {
    this.#kinds = kinds
    this.#themeId = themeId
    this.#language = language
    this.#onError = onError
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  of = (id: string): Drawing | undefined => this.#drawn.get(id)
  css = (): string => this.#css

  /** Draws what differs from what was drawn. */
  show(data: PageData, themeId: number | null, language: string | null): void {
    this.#content = data.content
    if (themeId !== this.#themeId || language !== this.#language) {
      this.#themeId = themeId
      this.#language = language
      this.#asked.clear()
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#draw(), this.#drawn.size ? RESTS_MS : 0)
  }
  stop(): void {
    clearTimeout(this.#timer)
  }
  /** Draws all of it anew, as after a saved block was changed elsewhere. */
  again(): void {
    this.#asked.clear()
    void this.#draw()
  }

  async #draw(): Promise<void> {
    const own = new Set(this.#content.map(({ props }) => props.id))
    const changed = everyBlock(this.#content)
      .filter(({ type }) => this.#kinds.has(type))
      .map((block) => alone(block, this.#kinds))
      .filter((block) => this.#asked.get(block.props.id) !== JSON.stringify([own.has(block.props.id), block]))
    if (!changed.length && this.#css) return
    const sent = new Map(changed.map((block) => [block.props.id, JSON.stringify([own.has(block.props.id), block])]))
    for (const [id, text] of sent) this.#asked.set(id, text)
    const isFirst = changed[0]?.props.id === this.#content[0]?.props.id
    try {
      const { blocks, css } = await call(routes.preview, {
        body: {
          data: { root: { props: {} }, content: isFirst ? changed : [FIRST, ...changed] },
          theme_id: this.#themeId,
          as: 'visitor',
          whole: false,
          ...(this.#language ? { language: this.#language } : {}),
        },
      })
      this.#css = css
      // A later one may have been asked for meanwhile: its answer is on its way.
      for (const { id, html, trouble } of blocks)
        if (sent.has(id) && this.#asked.get(id) === sent.get(id)) this.#drawn.set(id, { html: own.has(id) ? html : asPart(html), trouble })
      for (const listener of this.#listeners) listener()
    } catch (error) {
      for (const [id, text] of sent) if (this.#asked.get(id) === text) this.#asked.delete(id)
      this.#onError(error)
    }
  }
}

export const DrawingsContext = createContext<Drawings | null>(null)
export function useDrawing(id: string): Drawing | undefined {
  const drawings = useContext(DrawingsContext)!
  return useSyncExternalStore(drawings.listen, () => drawings.of(id))
}
export function usePageCss(): string {
  const drawings = useContext(DrawingsContext)!
  return useSyncExternalStore(drawings.listen, drawings.css)
}
