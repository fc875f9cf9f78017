/** Shows a rich text without the editor: a walk over its JSON. */
import shell from '../kernel/shell/contract.ts'
import { createContext, Fragment, lazy, type ReactNode, type RefObject, Suspense, useContext, useEffect, useRef, useState } from 'react'
import type { RichTextDoc } from '../core/schemas.ts'
import { ALIGNMENTS, fileIcon, formatBytes, mentionPath, RECORD_NODES, type RichMark, type RichNode, safeFile, safeHref } from '../richtext/rules.ts'
import { useLocale, useWords } from './core/i18n.tsx'
import { Link } from './core/router.tsx'
import { Slot } from './core/slots.tsx'
import { cx } from './ui/cx.ts'
import { Icon } from './ui/Icon.tsx'
import { Lightbox } from './ui/late.tsx'
import { Picture } from './ui/Picture.tsx'
import { Player } from './ui/Player.tsx'

const EmbedCard = lazy(async () => ({ default: (await import('./rich/EmbedCard.tsx')).EmbedCard }))
/** About the height of a card, so that what follows stays where it is. */
const CARD = 'my-3.5 block h-[74px] rounded-card border'

const TAGS = { paragraph: 'p', blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol', listItem: 'li', tableRow: 'tr' } as const
const MARKS = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const

function marked(children: ReactNode, mark: RichMark): ReactNode {
  const Tag = MARKS[mark.type as keyof typeof MARKS]
  if (Tag) return <Tag>{children}</Tag>
  const href = mark.type === 'link' ? safeHref(mark.attrs?.href) : null
  if (!href) return children
  const inside = URL.canParse(href) && new URL(href).origin === location.origin
  return inside ? (
    <Link to={href}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noopener nofollow ugc">
      {children}
    </a>
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const side = (value: unknown) => (value !== 'left' && ALIGNMENTS.includes(value as never) ? (value as string) : undefined)
const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** A block goes the way of its words; of what it holds, only lists have a way of their own, as the way of a block is read from what has none. */
const auto = (type: string, isInside: boolean) => (!isInside || /List$|^blockquote$/.test(type) ? 'auto' : undefined)

function Node({ node, isInside }: { node: RichNode; isInside: boolean }): ReactNode {
  const { type, attrs = {}, marks = [] } = node
  const children = node.content && nodes(node.content, true)
  const dir = auto(type, isInside)
  const Tag = TAGS[type as keyof typeof TAGS]
  if (Tag)
    return (
      <Tag dir={dir} {...(type === 'orderedList' && { start: number(attrs.start) })} data-align={side(attrs.textAlign)}>
        {type === 'paragraph' && !children ? <br /> : children}
      </Tag>
    )
  switch (type) {
    case 'text':
      return marks.reduce<ReactNode>(marked, node.text)
    case 'heading':
      return attrs.level === 3 ? (
        <h3 dir={dir} data-align={side(attrs.textAlign)}>
          {children}
        </h3>
      ) : (
        <h2 dir={dir} data-align={side(attrs.textAlign)}>
          {children}
        </h2>
      )
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, which the keyboard must reach
        <pre tabIndex={0}>
          <code>{children}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    case 'mention':
      return (
        <Link to={mentionPath(attrs) ?? '/'} className="mention">
          @{text(attrs.label)}
        </Link>
      )
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, which the keyboard must reach
        <div className="table-frame" tabIndex={0}>
          <table dir={dir}>
            <tbody>{children}</tbody>
          </table>
        </div>
      )
    case 'tableHeader':
      return (
        <th colSpan={number(attrs.colspan)} rowSpan={number(attrs.rowspan)}>
          {children}
        </th>
      )
    case 'tableCell':
      return (
        <td colSpan={number(attrs.colspan)} rowSpan={number(attrs.rowspan)}>
          {children}
        </td>
      )
    case 'taskList':
      return (
        <ul dir={dir} data-tasks="">
          {children}
        </ul>
      )
    case 'taskItem':
      return <Task done={attrs.checked === true}>{children}</Task>
    case 'video':
      return <Video attrs={attrs} />
    case 'embed':
      return (
        <Suspense fallback={<span className={CARD} />}>
          <EmbedCard url={attrs.url} />
        </Suspense>
      )
    case 'image':
      return <Figure attrs={attrs} />
    case 'file':
      return <FileCard attrs={attrs} />
    default:
      return (RECORD_NODES as readonly string[]).includes(type) ? (
        <Slot of={shell.slots['richtext.*']} part={type} props={{ id: number(attrs.id) }} />
      ) : (
        children
      )
  }
}
// biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is known by its place alone
const nodes = (content: RichNode[], isInside: boolean): ReactNode => content.map((child, index) => <Node key={index} node={child} isInside={isInside} />)

/** Opens a picture of the text large; the text knows the others. */
const LargeContext = createContext<(src: string) => void>(() => {})

function Figure({ attrs }: { attrs: Record<string, unknown> }) {
  const t = useWords()
  const enlarge = useContext(LargeContext)
  const src = safeFile(attrs.src)
  if (!src) return null
  const size = number(attrs.size)
  const [width, height] = [number(attrs.width), number(attrs.height)]
  const name = text(attrs.alt) || text(attrs.caption)
  return (
    <figure
      data-align={side(attrs.align)}
      style={{ width: size && size < 100 ? `${size}%` : undefined, ['--ratio' as string]: width && height ? width / height : undefined }}
    >
      <button
        type="button"
        aria-label={name ? t('picture.open_named', { name }) : t('picture.open')}
        onClick={() => enlarge(src)}
        className="block w-full cursor-zoom-in rounded-card"
      >
        <Picture src={src} alt={text(attrs.alt)} width={width} height={height} placeholder={text(attrs.placeholder) || null} className="rounded-card" />
      </button>
      {text(attrs.caption) && <figcaption>{text(attrs.caption)}</figcaption>}
    </figure>
  )
}

function Task({ done, children }: { done: boolean; children: ReactNode }) {
  const t = useWords()
  return (
    <li data-checked={done}>
      <span className="sr-only">{t(done ? 'task.done' : 'task.open')}</span>
      {children}
    </li>
  )
}

function Video({ attrs }: { attrs: Record<string, unknown> }) {
  const src = safeFile(attrs.src)
  if (!src) return null
  return (
    <figure>
      <Player id={number(attrs.file_id)} src={src} kind="video" label={text(attrs.caption) || text(attrs.filename)} />
      {text(attrs.caption) && <figcaption>{text(attrs.caption)}</figcaption>}
    </figure>
  )
}

function FileCard({ attrs }: { attrs: Record<string, unknown> }) {
  const src = safeFile(attrs.src)
  const locale = useLocale()
  const inner = (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-info-soft text-info">
        <Icon name={fileIcon(text(attrs.content_type))} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-13 font-medium">{text(attrs.filename)}</span>
        <span className="block text-12 text-text-3">{formatBytes(number(attrs.byte_size) ?? 0, locale)}</span>
      </span>
    </>
  )
  const look = 'flex w-fit max-w-full items-center gap-3 rounded-lg border bg-surface py-2.5 ps-2.5 pe-3.5'
  if (src && text(attrs.content_type).startsWith('audio/'))
    return (
      <div className="my-3.5">
        <Player id={number(attrs.file_id)} src={src} kind="audio" label={text(attrs.filename)} />
      </div>
    )
  return src ? (
    <a href={src} download={text(attrs.filename) || true} className={cx(look, 'transition-colors hover:bg-hover')}>
      {inner}
      <Icon name="download" size="sm" />
    </a>
  ) : (
    <div className={look}>{inner}</div>
  )
}

/** All pictures of a text, one of them open. */
function Large({ doc, src: opened, downloads, onClose }: { doc: RichNode; src: string; downloads: boolean; onClose: () => void }) {
  const pictures = picturesIn(doc).flatMap(({ attrs = {} }) => {
    const src = safeFile(attrs.src)
    const download = downloads && src ? { url: src, filename: text(attrs.filename) } : null
    return src ? { src, alt: text(attrs.alt), caption: text(attrs.caption), width: number(attrs.width), height: number(attrs.height), download } : []
  })
  return (
    <Lightbox
      pictures={pictures}
      start={Math.max(
        pictures.findIndex(({ src }) => src === opened),
        0,
      )}
      onClose={onClose}
    />
  )
}
const picturesIn = (node: RichNode): RichNode[] => (node.type === 'image' ? [node] : (node.content ?? []).flatMap(picturesIn))

/** Whether the text is taller than its box. */
function useOverflow(box: RefObject<HTMLElement | null>, watching: boolean): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!box.current || !watching) return
    const measure = new ResizeObserver(([entry]) => entry && setOver(entry.target.scrollHeight > entry.target.clientHeight + 8))
    measure.observe(box.current)
    return () => measure.disconnect()
  }, [box, watching])
  return watching && over
}

/** Lines shown of a text that is cut. */
const CUT_LINES = 6

export interface RichTextProps {
  doc: RichTextDoc | null | undefined
  /** Cuts a long text, with "See more"; a number says after how many lines. */
  truncate?: boolean | number
  /** Comments and messages. */
  small?: boolean
  /** Its pictures may be taken along from their large view. */
  downloads?: boolean
  className?: string
}
export function RichText({ doc, truncate, small, downloads = false, className }: RichTextProps) {
  const t = useWords()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [large, setLarge] = useState<string | null>(null)
  const cut = Boolean(truncate) && !open
  const over = useOverflow(box, cut)
  if (!doc) return null
  const lines = typeof truncate === 'number' ? truncate : CUT_LINES
  return (
    <Fragment>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has come */}
      <div
        ref={box}
        className={cx(
          'rich-text',
          small && 'rich-text-small',
          cut && 'overflow-hidden',
          over && '[mask-image:linear-gradient(black_calc(100%-2.5em),transparent)]',
          className,
        )}
        style={cut ? { maxHeight: `${lines * (small ? 1.4375 : 1.625)}rem` } : undefined}
        onFocus={(event) => cut && event.target.getBoundingClientRect().bottom > event.currentTarget.getBoundingClientRect().bottom && setOpen(true)}
      >
        <LargeContext value={setLarge}>{nodes((doc.content ?? []) as RichNode[], false)}</LargeContext>
      </div>
      {large !== null && <Large doc={doc as RichNode} src={large} downloads={downloads} onClose={() => setLarge(null)} />}
      {over && (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setOpen(true)}
          className="mt-1 rounded-mark text-13 font-medium text-link hover:underline max-desk:min-h-11"
        >
          {t('text.more')}
        </button>
      )}
    </Fragment>
  )
}
