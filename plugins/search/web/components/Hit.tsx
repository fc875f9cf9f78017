/** One thing that was found: where it lies, what it is called, what is said in it, who said it and when. */
import { Avatar, Icon, IconMark, Link, Picture, Time } from '@atrium/sdk/web'
import type { SearchHit } from '../../contract.ts'
import { oneWord } from './Filters.tsx'

function Marked({ parts }: { parts: SearchHit['excerpt'] }) {
  return parts.map(({ text, mark }, at) =>
    mark ? (
      <mark key={at} className="rounded-mark bg-[color-mix(in_oklab,var(--warning-solid)_34%,transparent)] text-text">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

export function Hit({ hit, onOpen }: { hit: SearchHit; onOpen: () => void }) {
  return (
    <li className="relative flex gap-3.5 px-5 py-4 not-first:border-t not-first:border-border focus-within:bg-surface-2 hover:bg-hover max-desk:px-4">
      {hit.kind === 'member' ? (
        <Avatar id={hit.id} name={hit.title} src={hit.image} size={40} />
      ) : (
        <span className="mt-0.5 grid size-9 flex-none place-items-center rounded-control border border-border text-text-2 max-desk:hidden">
          <Icon name={hit.icon as 'x'} size="sm" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-12 text-text-3">
          {hit.space && (
            <>
              <IconMark value={hit.space.emoji} className="w-4 align-middle" /> {hit.space.name} <span aria-hidden="true">›</span>{' '}
            </>
          )}
          {oneWord(hit)}
        </p>
        <h3 className="mt-0.5 text-15 font-semibold break-words">
          <Link
            to={hit.path}
            data-hit=""
            onClick={onOpen}
            className="after:absolute after:inset-0 hover:text-link focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {hit.title ? <Marked parts={hit.highlighted_title} /> : oneWord(hit)}
          </Link>
        </h3>
        {hit.excerpt.length > 0 && (
          <p className="mt-1 line-clamp-2 max-w-[70ch] text-13 break-words text-text-2">
            <Marked parts={hit.excerpt} />
          </p>
        )}
        {hit.kind !== 'member' && hit.kind !== 'space' && (
          <p className="mt-2 flex flex-wrap items-center gap-1.5 text-12 text-text-3">
            {hit.author && !hit.starts_at && (
              <>
                <Avatar id={hit.author.id} name={hit.author.name} src={hit.author.avatar_url} size={20} />
                <span className="font-medium text-text-2">{hit.author.name}</span>
                <span aria-hidden="true">·</span>
              </>
            )}
            {hit.starts_at ? (
              <span className="inline-flex items-center gap-1 font-medium text-text-2">
                <Icon name="calendar" size="sm" />
                <Time value={hit.starts_at} kind="datetime" />
              </span>
            ) : (
              <Time value={hit.created_at} />
            )}
          </p>
        )}
      </div>
      {hit.image && hit.kind !== 'member' && (
        <span className="w-24 flex-none self-start overflow-hidden rounded-control max-desk:w-16">
          <Picture src={hit.image} ratio={4 / 3} alt="" />
        </span>
      )}
    </li>
  )
}
