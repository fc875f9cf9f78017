/** Messages that hold the words one looks for, each with where it was said. */
import { Query, SkeletonText, Time, useRead, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import contract from '../../contract.ts'

/** Fewer are no word to look for. */
export const LEAST_LETTERS = 2

interface Props {
  text: string
  /** One conversation; all of one's own without it. */
  uuid?: string
  onPick: (uuid: string, id: number) => void
  /** Above what is found. */
  heading?: string
  className?: string
  /** In place of messages where none is found. */
  children?: ReactNode
}
export function Hits({ text, uuid, onPick, heading, className, children }: Props) {
  const t = useT()
  const wanted = text.length >= LEAST_LETTERS
  const query = useRead(contract.routes.search, { query: { text: wanted ? text : '-', uuid } }, { enabled: wanted, keepPrevious: true })
  if (!wanted) return null
  return (
    <div aria-live="polite">
      <Query query={query} skeleton={<SkeletonText lines={2} className="px-3 py-4" />}>
        {({ records }) =>
          records.length === 0 ? (
            children
          ) : (
            <div className={className}>
              {heading && <h3 className="px-3 pb-1 pt-4 text-12 font-semibold text-text-3">{heading}</h3>}
              <ul>
                {records.map(({ message, room }) => (
                  <li key={message.id}>
                    <button
                      type="button"
                      onClick={() => onPick(room.uuid, message.id)}
                      className="block w-full rounded-control px-3 py-1.5 text-start hover:bg-hover max-desk:min-h-11"
                    >
                      <span className="flex gap-2 text-12 text-text-3">
                        <span className="min-w-0 flex-none truncate font-semibold text-text">{message.sender?.name ?? t('gone')}</span>
                        <span className="min-w-0 flex-1 truncate">{!uuid && room.name !== message.sender?.name && room.name}</span>
                        <Time value={message.sent_at} kind={uuid ? 'datetime' : 'day'} />
                      </span>
                      <span className="line-clamp-2 text-13">{message.body}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Query>
    </div>
  )
}
