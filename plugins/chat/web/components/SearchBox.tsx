/** Looks for words in one conversation. */
import { IconButton, SearchField, Time, useRead, useT } from '@atrium/sdk/web'
import { useDeferredValue, useState } from 'react'
import contract from '../../contract.ts'

export function SearchBox({ uuid, onPick, onClose }: { uuid: string; onPick: (id: number) => void; onClose: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const { data } = useRead(contract.routes.search, { query: { text: wanted || '-', uuid } }, { enabled: wanted.length > 1, keepPrevious: true })
  return (
    <div className="border-b bg-surface px-4 py-2">
      <div className="flex items-center gap-2">
        <SearchField value={text} onChange={setText} label={t('search.room')} placeholder={t('search.room')} className="flex-1" autoFocus />
        <IconButton icon="x" label={t('search.close')} onClick={onClose} />
      </div>
      {wanted.length > 1 && data && (
        <ul className="mt-2 max-h-64 overflow-y-auto" aria-live="polite">
          {data.records.length === 0 && <li className="py-2 text-13 text-text-3">{t('search.none')}</li>}
          {data.records.map(({ message }) => (
            <li key={message.id}>
              <button
                type="button"
                onClick={() => onPick(message.id)}
                className="block w-full rounded-control px-2 py-1.5 text-left hover:bg-hover max-desk:min-h-11"
              >
                <span className="flex gap-2 text-12 text-text-3">
                  <span className="font-semibold text-text">{message.sender?.name ?? t('gone')}</span>
                  <Time value={message.sent_at} kind="datetime" />
                </span>
                <span className="line-clamp-2 text-13">{message.body}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
