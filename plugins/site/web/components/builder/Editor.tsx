/** The editor over the whole screen: Puck holds the blocks and moves them, everything round it is ours. */
import { type Config, type Overrides, Puck } from '@puckeditor/core'
import sheet from '@puckeditor/core/no-external.css?inline'
import { AtriumError, call, messageOf, Screen, toast, useNarrow, useQueryCache, useSession, useT } from '@atrium/sdk/web'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import contract, { type PageData, type SitePage } from '../../../contract.ts'
import { ActDialogs } from './ActDialogs.tsx'
import { CanvasBar } from './CanvasBar.tsx'
import { CanvasFrame } from './CanvasFrame.tsx'
import { configOf } from './config.tsx'
import type { Kinds } from './data.ts'
import { Desk } from './Desk.tsx'
import { Drawings, DrawingsContext } from './drawings.ts'
import { PhoneDesk } from './PhoneDesk.tsx'
import { useBlocks, usePage } from './useBlocks.ts'
import type { Build } from './useBuild.ts'
import { BuildingContext } from './useBuilding.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useKeys } from './useKeys.ts'
import { useSaving } from './useSaving.ts'

const { routes } = contract
/** Own styles alone in the canvas: those of the interface are none of the page's. */
const IFRAME = { enabled: true, syncHostStyles: false, waitForStyles: false } as const

/** What Puck's own parts in the canvas are told. */
interface Inside {
  zoom: number
  language: string
  onKeyDown: (event: KeyboardEvent) => void
  onDrag: (event: DragEvent) => void
}
const InsideContext = createContext<Inside>({ zoom: 1, language: 'en-US', onKeyDown: () => {}, onDrag: () => {} })
const overrides: Partial<Overrides> = {
  iframe: function Frame({ document: inside, children }) {
    const { onKeyDown, onDrag, language } = useContext(InsideContext)
    return (
      <CanvasFrame {...(inside ? { document: inside } : {})} language={language} onKeyDown={onKeyDown} onDrag={onDrag}>
        {children}
      </CanvasFrame>
    )
  },
  actionBar: function ActionBar() {
    return <CanvasBar zoom={useContext(InsideContext).zoom} />
  },
}

export function Editor({ build }: { build: Build }) {
  const t = useT()
  const [page, setPage] = useState(build.page)
  const [begun] = useState(build)
  const data = (begun.page ?? begun.saved!).data as PageData
  const kinds: Kinds = useMemo(() => new Map(begun.records.map((kind) => [kind.type, kind])), [begun])
  const config: Config = useMemo(() => configOf(kinds, data, t('builder.unknown')), [kinds, data, t])
  const drawings = useMemo(
    () =>
      new Drawings(kinds, begun.page?.theme_id ?? null, begun.page?.language ?? null, (error) => {
        // What could not be saved is said where it is saved.
        if (!(error instanceof AtriumError && error.status === 422)) toast.error(messageOf(error, t('builder.not_drawn')))
      }),
    [kinds, begun, t],
  )
  useEffect(() => () => drawings.stop(), [drawings])
  useWholeScreen()
  const isStyled = usePuckStyles()
  const name = page?.name ?? begun.saved!.name
  return (
    <Screen name="site/Builder" title={name} layout="focus">
      <div className="fixed inset-x-0 bottom-0 top-(--banners-h,0px) z-40 flex flex-col bg-bg">
        <h1 className="sr-only">{name}</h1>
        <DrawingsContext value={drawings}>
          <div className="min-h-0 flex-1 [--puck-font-family:var(--raw-font-sans)] [&>.Puck]:h-full">
            {isStyled && (
              <Puck config={config} data={{ ...data, zones: {} } as never} iframe={IFRAME} overrides={overrides} height="100%">
                <Built build={begun} kinds={kinds} page={page} onPage={setPage} drawings={drawings} />
              </Puck>
            )}
          </div>
        </DrawingsContext>
      </div>
    </Screen>
  )
}

interface BuiltProps {
  build: Build
  kinds: Kinds
  page: SitePage | null
  onPage: (page: SitePage) => void
  drawings: Drawings
}
/** Within Puck: what is written goes to the server from here, to be kept and to be drawn. */
function Built({ build, kinds, page, onPage, drawings }: BuiltProps): ReactNode {
  const isNarrow = useNarrow()
  const blocks = useBlocks()
  const data = usePage()
  const cache = useQueryCache()
  const [busy, setBusy] = useState(false)
  const [zoom, setZoom] = useState(1)
  const { id } = (build.page ?? build.saved)!
  const saving = useSaving({
    saved: (build.page ?? build.saved)! as { data: PageData; version: number },
    kinds,
    take: blocks.take,
    async send(changed, version) {
      if (!build.page) {
        const reply = await call(routes.updateReusableBlock, { params: { id }, body: { reusable_block: { data: changed, version } } })
        void cache.invalidate(routes.reusableBlocks)
        return reply as { data: PageData; version: number }
      }
      const reply = await call(routes.updatePage, { params: { id }, body: { page: { data: changed, version } } })
      onPage(reply)
      void cache.invalidate(routes.pages)
      void cache.invalidate(routes.revisions)
      return reply as { data: PageData; version: number }
    },
  })
  const onKeyDown = useKeys(blocks, () => void saving.save())
  const onDrag = useFileDrop(blocks, { kinds, setBusy })
  const latest = useRef(saving)
  latest.current = saving
  useEffect(() => {
    drawings.show(data, page?.theme_id ?? null, page?.language ?? null)
    latest.current.note(data)
  }, [data, drawings, page?.theme_id, page?.language])
  const { community } = useSession()
  const language = page?.language ?? community.locale
  const inside = useMemo(() => ({ zoom, language, onKeyDown, onDrag }), [zoom, language, onKeyDown, onDrag])
  const building = {
    kinds,
    records: build.records,
    common: build.common,
    page,
    savedBlockId: build.saved?.id ?? null,
    name: page?.name ?? build.saved!.name,
    language,
    saving,
    setBusy,
  }
  return (
    <BuildingContext value={building}>
      <InsideContext value={inside}>
        <ActDialogs>
          {isNarrow ? <PhoneDesk page={page} onPage={onPage} busy={busy} /> : <Desk page={page} onPage={onPage} busy={busy} onZoomed={setZoom} zoomed={zoom} />}
        </ActDialogs>
      </InsideContext>
    </BuildingContext>
  )
}

/** Puck's own sheet would fetch a font from elsewhere: with this one there it leaves that out. It must be there before Puck looks. */
function usePuckStyles(): boolean {
  const [isThere, setIsThere] = useState(false)
  useLayoutEffect(() => {
    const style = Object.assign(document.createElement('style'), { textContent: sheet })
    document.head.prepend(style)
    setIsThere(true)
    return () => style.remove()
  }, [])
  return isThere
}

/** What lies under the editor is out of reach for keys and screen readers as well. */
function useWholeScreen() {
  useEffect(() => {
    const main = document.getElementById('main')
    const others = [...(main?.parentElement?.children ?? [])].filter((one): one is HTMLElement => one instanceof HTMLElement && one !== main && !one.inert)
    for (const one of others) one.inert = true
    return () => {
      for (const one of others) one.inert = false
    }
  }, [])
}
