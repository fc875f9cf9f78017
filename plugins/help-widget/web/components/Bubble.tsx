/** One message, or the line that tells what happened. */
import { Avatar, cx, Icon, Link, Time, useT } from '@atrium/sdk/web'
import { Fragment } from 'react'
import type { OwnMessage } from '../../contract.ts'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/g
const Words = ({ text }: { text: string }) =>
  text.split(LINK).map((part, i) =>
    i % 2 === 1 ? (
      <a key={i} href={part} target="_blank" rel="noopener nofollow" className="underline underline-offset-2">
        {part}
      </a>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  )

export function Bubble({ message }: { message: OwnMessage }) {
  const t = useT()
  const { author, sender, text, files, sources, happening, values, seen_at, created_at } = message
  if (author === 'system')
    return happening && <p className="text-center text-12 text-text-3">{t(`line.${happening}`, { name: values.by ?? values.name ?? t('talk.team') })}</p>
  const isOwn = author === 'person'
  const name = isOwn ? t('transcript.you') : (sender?.name ?? t('talk.team'))
  return (
    <article aria-label={name} className={cx('grid max-w-[88%] gap-1', isOwn ? 'justify-self-end' : 'grid-cols-[28px_minmax(0,1fr)] gap-x-2')}>
      {!isOwn &&
        (author === 'ai' ? (
          <Icon name="sparkles" className="mt-1 text-link" />
        ) : (
          <Avatar id={sender?.id ?? 0} name={name} src={sender?.avatar_url} size={28} />
        ))}
      <div className="min-w-0">
        {!isOwn && <p className="mb-0.5 text-12 text-text-3">{name}</p>}
        <div
          className={cx(
            'w-fit max-w-full rounded-[14px] px-3.5 py-2 whitespace-pre-wrap wrap-anywhere',
            isOwn ? 'rounded-ee-[4px] bg-brand text-on-brand' : 'rounded-es-[4px] bg-hover',
          )}
        >
          <Words text={text} />
          {files.map(({ id, filename, content_type, url }) =>
            content_type.startsWith('image/') ? (
              <a key={id} href={url} target="_blank" rel="noopener" className="my-1 block">
                <img src={url} alt={filename} loading="lazy" className="h-40 max-w-full rounded-control object-contain" />
              </a>
            ) : (
              <a key={id} href={url} target="_blank" rel="noopener" className="mt-1 flex min-h-8 items-center gap-1.5 text-13 underline underline-offset-2">
                <Icon name="file-text" size="sm" className="flex-none" />
                <span className="truncate">{filename}</span>
              </a>
            ),
          )}
        </div>
        {sources.length > 0 && (
          <ol className="mt-1 grid gap-0.5 text-12 text-text-3">
            {sources.map(({ number, title, path }) => (
              <li key={number} className="truncate">
                {number}.{' '}
                {path?.startsWith('/') ? (
                  <Link to={path} className="link">
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </li>
            ))}
          </ol>
        )}
        <p className={cx('mt-0.5 text-12 text-text-3', isOwn && 'text-end')}>
          <Time value={created_at} kind="time" />
          {isOwn && seen_at && ` · ${t('talk.seen')}`}
        </p>
      </div>
    </article>
  )
}
