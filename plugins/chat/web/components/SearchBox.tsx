/** Looks for words in one conversation, or in all of one's own. */
import { IconButton, SearchField, Segment, useNavigate, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { Hits } from './Hits.tsx'

export function SearchBox({ uuid, onPick, onClose }: { uuid: string; onPick: (id: number) => void; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [where, setWhere] = useState<'room' | 'all'>('room')
  const label = t(where === 'room' ? 'search.room' : 'search.all')
  return (
    <div className="border-b bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={text} onChange={setText} label={label} placeholder={label} className="min-w-40 flex-1" autoFocus />
        <IconButton icon="x" label={t('search.close')} onClick={onClose} className="desk:order-last" />
        <Segment<'room' | 'all'>
          label={t('search.where')}
          value={where}
          onChange={setWhere}
          items={[
            { value: 'room', label: t('search.here') },
            { value: 'all', label: t('search.everywhere') },
          ]}
        />
      </div>
      <Hits
        text={useSettled(text.trim())}
        uuid={where === 'room' ? uuid : undefined}
        className="mt-2 max-h-64 overflow-y-auto"
        onPick={(room, id) => (room === uuid ? onPick(id) : navigate(`/messages/${room}#message_${id}`))}
      >
        <p className="py-2 text-13 text-text-3">{t('search.none')}</p>
      </Hits>
    </div>
  )
}
