/** How much room the files take, by kind, and the limits that an admin sets. */
import { Button, Card, Dialog, Note, SettingsForm, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { formatBytes } from './formatBytes.ts'

const GIGABYTE = 1_073_741_824
const COLOUR = { image: 'bg-brand', video: 'bg-info', audio: 'bg-success', other: 'bg-warning-solid' } as const

export function StorageCard() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { data } = useRead(contract.routes.storage)
  if (!data) return <Skeleton w="100%" h={104} className="mb-4" />
  const all = data.quota_gigabytes === null ? data.used_bytes : data.quota_gigabytes * GIGABYTE
  const used = formatBytes(data.used_bytes)
  return (
    <Card pad className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-15">{t('storage.title')}</h2>
          <p className="text-13 text-text-2">
            {data.quota_gigabytes === null
              ? t('storage.used', { used, count: data.files_count })
              : t('storage.of', { used, all: formatBytes(all), count: data.files_count })}
          </p>
        </div>
        <Button icon="sliders-horizontal" onClick={() => setOpen(true)}>
          {t('storage.change')}
        </Button>
      </div>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-hover">
        {data.by_kind.map(({ kind, bytes }) => (
          <span key={kind} className={COLOUR[kind]} style={{ width: `${all > 0 ? (bytes / all) * 100 : 0}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-text-2">
        {data.by_kind.map(({ kind, bytes }) => (
          <li key={kind} className="inline-flex items-center gap-1.5 tabular-nums">
            <span aria-hidden="true" className={`size-2 rounded-full ${COLOUR[kind]}`} />
            {t(`kind.${kind}`)} {formatBytes(bytes)}
          </li>
        ))}
      </ul>
      {data.missing_tools.length > 0 && (
        <Note tone="warning" title={t('tools.missing', { names: data.missing_tools.join(', ') })}>
          {t('tools.missing_text')}
        </Note>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={t('storage.change')}>
        <SettingsForm
          saved={data}
          save={contract.routes.updateStorage}
          sections={[{ fields: ['max_file_megabytes', 'quota_gigabytes', 'members_may_upload', 'prepare_media'] }]}
        />
      </Dialog>
    </Card>
  )
}
