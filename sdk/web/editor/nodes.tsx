/** How cards, videos and records look while one writes. */
import shell from '../../kernel/shell/contract.ts'
import type { AnyExtension, Node } from '@tiptap/core'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { RECORD_NODES, safeFile } from '../../richtext/rules.ts'
import { Slot } from '../core/slots.tsx'
import { EmbedCard } from '../rich/EmbedCard.tsx'

const Embed = ({ node }: ReactNodeViewProps) => (
  <NodeViewWrapper data-drag-handle="">
    <EmbedCard url={node.attrs.url} inert />
  </NodeViewWrapper>
)
const Video = ({ node }: ReactNodeViewProps) => (
  <NodeViewWrapper className="my-5" data-drag-handle="">
    {/* biome-ignore lint/a11y/useMediaCaption: it is being written about, not shown */}
    <video
      src={safeFile(node.attrs.src) ?? undefined}
      controls
      preload="metadata"
      aria-label={node.attrs.filename}
      className="max-h-[50vh] w-full rounded-card bg-black"
    />
    {node.attrs.caption && <p className="mt-2 text-13 text-text-3">{node.attrs.caption}</p>}
  </NodeViewWrapper>
)
const Record = ({ node }: ReactNodeViewProps) => (
  <NodeViewWrapper data-drag-handle="">
    <Slot of={shell.slots['richtext.*']} part={node.type.name} props={{ id: node.attrs.id, editing: true }} />
  </NodeViewWrapper>
)

const VIEWS: Record<string, typeof Embed> = { embed: Embed, video: Video, ...Object.fromEntries(RECORD_NODES.map((name) => [name, Record])) }

/** The shared schema with these views. */
export const withViews = (extensions: AnyExtension[]): AnyExtension[] =>
  extensions.map((extension) => {
    const view = VIEWS[extension.name]
    return view ? (extension as Node).extend({ addNodeView: () => ReactNodeViewRenderer(view) }) : extension
  })
