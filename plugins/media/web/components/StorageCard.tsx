/** How much room the files take, by kind, and the limits that an admin sets. */
import { Button, Card, Dialog, Field, Form, Input, Note, SettingRow, Skeleton, Switch, toast, useFieldErrors, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Storage } from '../../contract.ts'
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
      {open && <Limits saved={data} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Limits({ saved, onClose }: { saved: Storage; onClose: () => void }) {
  const t = useT()
  const [largest, setLargest] = useState(String(saved.max_file_megabytes))
  const [quota, setQuota] = useState(saved.quota_gigabytes === null ? '' : String(saved.quota_gigabytes))
  const [open, setOpen] = useState(saved.members_may_upload)
  const [prepare, setPrepare] = useState(saved.prepare_media)
  const save = useWrite(contract.routes.updateStorage, { invalidates: [contract.routes.storage, contract.routes.settings] })
  const errors = useFieldErrors(save.error)
  async function submit() {
    await save.mutateAsync({
      body: { max_file_megabytes: Number(largest), quota_gigabytes: quota === '' ? null : Number(quota), members_may_upload: open, prepare_media: prepare },
    })
    toast.success(t('storage.saved'))
    onClose()
  }
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title={t('storage.change')}>
      <Form onSubmit={submit} error={save.error}>
        <Field label={t('settings.max_file_megabytes')} help={t('settings.max_file_megabytes.help')} error={errors.max_file_megabytes}>
          <Input type="number" min={1} max={1000} required value={largest} onChange={(event) => setLargest(event.target.value)} />
        </Field>
        <Field label={t('settings.quota_gigabytes')} help={t('settings.quota_gigabytes.help')} error={errors.quota_gigabytes}>
          <Input type="number" min={1} max={100_000} step="any" value={quota} onChange={(event) => setQuota(event.target.value)} />
        </Field>
        <SettingRow
          title={t('settings.members_may_upload')}
          text={t('settings.members_may_upload.help')}
          control={(aria) => <Switch {...aria} checked={open} onChange={setOpen} />}
        />
        <SettingRow
          title={t('settings.prepare_media')}
          text={t('settings.prepare_media.help')}
          control={(aria) => <Switch {...aria} checked={prepare} onChange={setPrepare} />}
        />
        <Button type="submit" variant="primary" className="justify-self-start" loading={save.isPending}>
          {t('storage.save')}
        </Button>
      </Form>
    </Dialog>
  )
}
