/** The text of an answer: a small part of Markdown, without HTML, whose numbers in brackets lead to its sources. */
import { cx, Link } from '@atrium/sdk/web'
import { Fragment, type ReactNode } from 'react'
import type { Source } from '../../contract.ts'

export interface AnswerProps {
  text: string
  /** Without any, numbers lead nowhere and are left out. */
  sources?: readonly Source[]
  /** What a number is called by those who hear it: "Source 1: Celadon". */
  label?: (source: Source) => string
  /** The number that is looked at, here or in the list of sources. */
  onPoint?: (number: number | null) => void
  /** More words are on their way. */
  writing?: boolean
  /** Its first lines, small: in a list of answers. */
  brief?: boolean
}
type Say = (text: string) => ReactNode

const INLINE =
  /\*\*(.+?)\*\*|(?<![\p{L}\p{N}])[*_]([^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\p{L}\p{N}])|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+|\/[^\s)]*)\)|\[(\d{1,2})\]/gu
const LIST = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/
const QUOTE = /^>\s?/

interface Reference extends Required<Pick<AnswerProps, 'label'>>, Pick<AnswerProps, 'onPoint'> {
  source: Source
  className?: string
  children: ReactNode
}
/** Leads to a source; one that stands nowhere is only pointed at. */
export function SourceLink({ source, label, onPoint, className, children }: Reference) {
  const shared = {
    className,
    'aria-label': label(source),
    ...{ onPointerEnter: () => onPoint?.(source.number), onPointerLeave: () => onPoint?.(null) },
    ...{ onFocus: () => onPoint?.(source.number), onBlur: () => onPoint?.(null) },
  }
  if (source.path?.startsWith('/'))
    return (
      <Link to={source.path} {...shared}>
        {children}
      </Link>
    )
  return source.path ? (
    <a href={source.path} target="_blank" rel="noopener nofollow" {...shared}>
      {children}
    </a>
  ) : (
    <button type="button" {...shared}>
      {children}
    </button>
  )
}
const NUMBER =
  'ms-0.5 inline-grid h-[17px] min-w-[17px] place-items-center rounded-[5px] bg-brand-soft px-1 text-11 font-semibold leading-none text-on-brand-soft! no-underline! hover:bg-brand hover:text-on-brand!'

function inline(text: string, number: (n: number) => ReactNode): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, words, href, cited] = found
    parts.push(text.slice(at, found.index))
    at = found.index + whole.length
    if (bold) parts.push(<strong>{inline(bold, number)}</strong>)
    else if (italic) parts.push(<em>{italic}</em>)
    else if (code) parts.push(<code>{code}</code>)
    else if (cited) parts.push(number(Number(cited)) ?? whole)
    else if (href?.startsWith('/')) parts.push(<Link to={href}>{words}</Link>)
    else
      parts.push(
        <a href={href} target="_blank" rel="noopener nofollow">
          {words}
        </a>,
      )
  }
  parts.push(text.slice(at))
  return parts.map((part, i) => <Fragment key={i}>{part}</Fragment>)
}

/** Lines that belong together: of one list, one quote, one paragraph. */
function blocksOf(text: string): string[][] {
  const kind = (line: string) =>
    QUOTE.test(line) ? 'quote' : LIST.exec(line) ? (LIST.exec(line)![1] ? 'ol' : 'ul') : /^#{1,6}\s/.test(line) ? 'heading' : 'text'
  const blocks: string[][] = []
  let former = ''
  for (const line of text.split('\n')) {
    const own = line.trim() === '' ? '' : kind(line)
    // a line that goes on with the item above it stands further in
    if (own && (own === former || (own === 'text' && /^[ou]l$/.test(former) && /^\s/.test(line))) && own !== 'heading') blocks.at(-1)!.push(line)
    else if (own) blocks.push([line])
    former = own === 'text' && /^[ou]l$/.test(former) && /^\s/.test(line) ? former : own
  }
  return blocks
}
function Block({ lines, say }: { lines: string[]; say: Say }): ReactNode {
  const [first] = lines as [string]
  const broken = (some: readonly string[]) =>
    some.map((line, i) => (
      <Fragment key={i}>
        {i > 0 && <br />}
        {say(line.trim())}
      </Fragment>
    ))
  if (QUOTE.test(first)) {
    return (
      <blockquote dir="auto">
        <Blocks text={lines.map((line) => line.replace(QUOTE, '')).join('\n')} say={say} />
      </blockquote>
    )
  }
  const item = LIST.exec(first)
  if (item) {
    const items: string[] = []
    for (const line of lines) {
      const [, , words] = LIST.exec(line) ?? []
      if (words === undefined) items[items.length - 1] += ` ${line.trim()}`
      else items.push(words)
    }
    const Tag = item[1] ? 'ol' : 'ul'
    return (
      <Tag dir="auto" {...(item[1] && { start: Number(item[1]) })}>
        {items.map((words, i) => (
          <li key={i}>
            <p>{say(words)}</p>
          </li>
        ))}
      </Tag>
    )
  }
  if (/^#{1,6}\s/.test(first)) return <h3 dir="auto">{say(first.replace(/^#+\s+/, ''))}</h3>
  return <p dir="auto">{broken(lines)}</p>
}

const Blocks = ({ text, say }: { text: string; say: Say }): ReactNode => blocksOf(text).map((lines, i) => <Block key={i} lines={lines} say={say} />)

export function Answer({ text, sources = [], label = ({ title }) => title, onPoint, writing, brief }: AnswerProps) {
  const number = (n: number) => {
    const source = sources.find((one) => one.number === n)
    return source ? (
      <SourceLink source={source} label={label} onPoint={onPoint} className={NUMBER}>
        {n}
      </SourceLink>
    ) : sources.length > 0 ? null : (
      ''
    )
  }
  const say: Say = (words) => inline(words, number)
  return (
    <div
      className={cx(
        'rich-text',
        brief && 'mt-0.5 line-clamp-4 text-13! text-text-2 [&_:is(p,li,blockquote)]:text-13!',
        writing &&
          '[&>:last-child]:after:ms-0.5 [&>:last-child]:after:inline-block [&>:last-child]:after:h-4 [&>:last-child]:after:w-1.5 [&>:last-child]:after:animate-pulse [&>:last-child]:after:rounded-[2px] [&>:last-child]:after:bg-brand [&>:last-child]:after:align-[-3px]',
      )}
    >
      <Blocks text={text} say={say} />
    </div>
  )
}
