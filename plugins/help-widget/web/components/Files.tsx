/** The button that takes files, and those that were taken. */
import { Icon, IconButton, useT } from '@atrium/sdk/web'
import { useRef } from 'react'
import type { Attached } from './useAttached.ts'

export function FilesButton({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="paperclip" label={t('files.add')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
export function FileChips({ files, onRemove }: { files: readonly Attached[]; onRemove: (key: string) => void }) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {files.map(({ key, name, id }) => (
        <li key={key} className="inline-flex max-w-60 items-center gap-1.5 rounded-control border ps-2 text-12">
          <Icon name={id === null ? 'hourglass' : 'file-text'} size="sm" className="flex-none" />
          <span className="min-w-0 truncate">{name}</span>
          <IconButton size="sm" icon="x" label={t('files.remove', { name })} onClick={() => onRemove(key)} className="max-desk:size-11" />
        </li>
      ))}
    </ul>
  )
}
