/** One message: of who asks, of the team, a note, or an agent's answer with what it is made of. */
import { Avatar, cx, Icon, Link, Popover, Time, useRead, useT } from '@atrium/sdk/web'
import { Fragment, type ReactNode } from 'react'
import contract, { type ChatFile, type ChatMessage, type InboxPerson } from '../../contract.ts'

const { routes } = contract
const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/g
/** Text with its links, lines as they were written. */
const Words = ({ text }: { text: string }): ReactNode =>
  text.split(LINK).map((part, i) =>
    i % 2 === 1 ? (
      <a key={i} href={part} target="_blank" rel="noopener nofollow" className="underline underline-offset-2">
        {part}
      </a>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  )
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The same of a note, in which names of colleagues stand out. */
function NoteWords({ text }: { text: string }) {
  const colleagues = useRead(routes.colleagues, undefined, { staleTime: 300_000, enabled: text.includes('@') }).data?.records ?? []
  const names = colleagues.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length)
  if (names.length === 0) return <Words text={text} />
  const named = new RegExp(`(${names.map(literal).join('|')})`, 'giu')
  return text.split(named).map((part, i) =>
    i % 2 === 1 ? (
      <b key={i} className="rounded-mark bg-warning/15 px-0.5 font-semibold">
        {part}
      </b>
    ) : (
      <Words key={i} text={part} />
    ),
  )
}

function Files({ files }: { files: readonly ChatFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-1.5 grid gap-1.5">
      {files.map((file) => (
        <li key={file.id}>
          <a
            href={file.url}
            target="_blank"
            rel="noopener"
            className="inline-flex max-w-full items-center gap-2 rounded-control text-13 font-medium underline-offset-2 hover:underline"
          >
            {file.content_type.startsWith('image/') ? (
              <img src={file.url} alt={file.filename} loading="lazy" className="max-h-60 max-w-full rounded-control border object-contain" />
            ) : (
              <>
                <Icon name="file-text" size="sm" className="flex-none" />
                <span className="truncate">{file.filename}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function SourceList({ sources }: { sources: ChatMessage['sources'] }) {
  return (
    <ol className="grid max-w-80 gap-1 p-2 text-13">
      {sources.map(({ number, title, path }) => (
        <li key={number} className="flex gap-2">
          <span className="text-text-3 tabular-nums">{number}</span>
          {path?.startsWith('/') ? (
            <Link to={path} className="min-w-0 truncate hover:underline">
              {title}
            </Link>
          ) : path ? (
            <a href={path} target="_blank" rel="noopener nofollow" className="min-w-0 truncate hover:underline">
              {title}
            </a>
          ) : (
            <span className="min-w-0 truncate">{title}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
/** How sure the agent was, and out of what it answered. */
function Grounds({ message: { confidence, sources } }: { message: ChatMessage }) {
  const t = useT()
  if (confidence === null && sources.length === 0) return null
  const percent = Math.round((confidence ?? 0) * 100)
  return (
    <div className="mt-1 flex min-h-6 items-center gap-3 text-12 text-text-3">
      {confidence !== null && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-[5px] w-9 overflow-hidden rounded-full bg-press">
            <span className={cx('block h-full', percent < 60 ? 'bg-warning-solid' : 'bg-success-solid')} style={{ width: `${percent}%` }} />
          </span>
          {t('message.sure', { percent })}
        </span>
      )}
      {sources.length > 0 && (
        <Popover
          label={t('message.sources_label')}
          align="start"
          trigger={
            <button type="button" className="text-link underline underline-offset-2 max-desk:min-h-11">
              {t('message.sources', { count: sources.length })}
            </button>
          }
        >
          <SourceList sources={sources} />
        </Popover>
      )}
    </div>
  )
}

const BUBBLE: Record<'person' | 'team' | 'ai' | 'note', string> = {
  person: 'rounded-[14px] rounded-ss-[4px] border bg-surface px-3.5 py-2',
  team: 'rounded-[14px] rounded-se-[4px] bg-brand-soft px-3.5 py-2 text-on-brand-soft',
  ai: 'rounded-[14px] rounded-ss-[4px] border border-brand bg-surface px-3.5 py-2',
  note: 'rounded-card bg-warning-soft px-3.5 py-2.5 text-warning',
}

function MessageFace({ message, person }: { message: ChatMessage; person: InboxPerson }) {
  const { author, sender } = message
  if (author === 'ai')
    return (
      <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-brand-soft text-on-brand-soft">
        <Icon name="sparkles" size="sm" />
      </span>
    )
  if (author === 'person') return <Avatar id={person.id} name={person.name} src={person.avatar_url} size={32} />
  return <Avatar id={sender?.id ?? 0} name={sender?.name ?? '?'} src={sender?.avatar_url} size={32} />
}

interface MessageViewProps {
  message: ChatMessage
  person: InboxPerson
  /** Of the same one within minutes: without face and name. */
  follows: boolean
}
export function MessageView({ message, person, follows }: MessageViewProps) {
  const t = useT()
  const { author, sender, text, files, is_note, seen_at, via, created_at } = message
  const isOurs = author === 'team' && !is_note
  const look = is_note ? 'note' : author === 'system' ? 'person' : author
  const name = author === 'person' ? person.name : (sender?.name ?? t('message.former'))
  return (
    <article
      data-message={message.id}
      aria-label={t(is_note ? 'message.note_by' : 'message.by', { name })}
      className={cx(
        'grid max-w-[560px] gap-x-2.5',
        isOurs ? 'grid-cols-[minmax(0,1fr)_32px] justify-self-end max-desk:max-w-[92%]' : 'grid-cols-[32px_minmax(0,1fr)]',
        is_note && 'w-full max-w-none',
        follows && '-mt-2.5',
      )}
    >
      <span className={cx(isOurs && 'order-2')}>{!follows && <MessageFace message={message} person={person} />}</span>
      <div className={cx('min-w-0', isOurs && 'grid justify-items-end')}>
        {!follows && (
          <p className="mb-1 flex items-baseline gap-1.5 text-13">
            {is_note && <Icon name="lock" size="sm" className="self-center text-warning" />}
            <span className="font-semibold">{name}</span>
            {is_note && <span className="text-12 text-text-3">{t('message.note')}</span>}
            {via === 'email' && <Icon name="mail" size="sm" label={t('message.email')} className="self-center text-text-3" />}
            <Time value={created_at} kind="time" className="text-12 text-text-3 tabular-nums" />
          </p>
        )}
        <div className={cx('w-fit max-w-full whitespace-pre-wrap wrap-anywhere', BUBBLE[look])}>
          {is_note ? <NoteWords text={text} /> : <Words text={text} />}
          <Files files={files} />
        </div>
        {author === 'ai' && <Grounds message={message} />}
        {isOurs && seen_at && (
          <p className="mt-1 flex items-center gap-1 text-12 text-text-3">
            <Icon name="check-check" size="sm" className="text-link" />
            {t('message.seen')} <Time value={seen_at} kind="short" within />
          </p>
        )}
      </div>
    </article>
  )
}
