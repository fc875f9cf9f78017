/** One file beside the list: how it looks or sounds, where it stands, what was made of it, its captions. */
import { Badge, Button, Drawer, Icon, Link, LinkButton, Note, Player, Progress, Time, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type AttachedFile } from '../../contract.ts'
import { CaptionsPart } from './CaptionsPart.tsx'
import { formatBytes } from './formatBytes.ts'

const ASK_AGAIN_MS = 2_000

export interface FileDrawerProps {
  file: AttachedFile
  onClose: () => void
  onDelete: () => void
  /** Shows what else this member has uploaded. */
  onMember: () => void
}
export function FileDrawer({ file, onClose, onDelete, onMember }: FileDrawerProps) {
  const t = useT()
  const kind = file.content_type.split('/')[0]
  const rows: [string, React.ReactNode][] = [
    [t('column.type'), file.content_type],
    [t('column.size'), `${formatBytes(file.byte_size)}${file.derived_bytes ? ` + ${t('detail.derived', { size: formatBytes(file.derived_bytes) })}` : ''}`],
    [
      t('column.by'),
      file.member ? (
        <button key="by" type="button" className="link max-desk:min-h-11" onClick={onMember}>
          {file.member.name}
        </button>
      ) : (
        t('detail.nobody')
      ),
    ],
    [t('column.date'), <Time key="date" value={file.created_at} kind="datetime" />],
    [t('column.used'), <UsedIn key="used" file={file} />],
  ]
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={<span className="block truncate">{file.filename}</span>}
      width={560}
      footer={
        <>
          <Button variant="danger-ghost" icon="trash-2" onClick={onDelete} className="me-auto">
            {t('delete.action')}
          </Button>
          <LinkButton to={file.url} icon="download" download={file.filename}>
            {t('detail.download')}
          </LinkButton>
        </>
      }
    >
      <div className="grid gap-5 outline-none" tabIndex={-1} data-autofocus="">
        {kind === 'image' ? (
          <img src={file.url} alt={file.filename} className="max-h-80 w-full rounded-card bg-surface-2 object-contain" />
        ) : kind === 'video' || kind === 'audio' ? (
          <Player id={file.id} src={file.url} kind={kind} label={file.filename} />
        ) : (
          <div className="grid place-items-center rounded-card bg-surface-2 py-10 text-text-3">
            <Icon name="file-text" size="lg" />
          </div>
        )}
        <dl className="grid gap-2 text-13">
          {rows.map(([name, value]) => (
            <div key={name} className="flex gap-3">
              <dt className="w-32 shrink-0 text-text-3">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {file.transcoding && <Preparing id={file.id} />}
        {file.transcoding && <CaptionsPart fileId={file.id} />}
      </div>
    </Drawer>
  )
}

export function UsedIn({ file }: { file: AttachedFile }) {
  const t = useT()
  const { used_in } = file
  if (!used_in) return <Badge>{t('used.no')}</Badge>
  const known = t(`used.kind.${used_in.kind}`)
  const kind = known === `used.kind.${used_in.kind}` ? t('used.yes') : known
  return used_in.path ? (
    <Link to={used_in.path} className="link">
      {used_in.title || kind}
    </Link>
  ) : (
    <Badge tone="success">{kind}</Badge>
  )
}

/** How far the server is with making it ready, and what can be done about that. */
function Preparing({ id }: { id: number }) {
  const t = useT()
  const { data } = useRead(contract.routes.transcoding, { params: { id }, query: {} }, { refetchInterval: ASK_AGAIN_MS })
  const changed = { invalidates: [contract.routes.transcoding, contract.routes.files], onError: (error: Error) => toast.error(error.message) }
  const start = useWrite(contract.routes.transcode, changed)
  const cancel = useWrite(contract.routes.cancel, changed)
  if (!data) return null
  const { status, progress, reason } = data
  if (status === 'completed') return <p className="text-13 text-text-2">{t(data.kind === 'video' ? 'prepare.video' : 'prepare.audio')}</p>
  if (status === 'pending' || status === 'processing')
    return (
      <div className="grid gap-2">
        <div className="flex items-center gap-3 text-13">
          <span className="min-w-0 flex-1">{status === 'pending' ? t('prepare.pending') : t('prepare.processing', { percent: progress })}</span>
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
            {t('prepare.cancel')}
          </Button>
        </div>
        <Progress value={progress} label={t('prepare.label')} />
      </div>
    )
  return (
    <Note tone={status === 'failed' ? 'warning' : 'neutral'} title={status === 'failed' ? t(`prepare.failed.${reason ?? 'unreadable'}`) : t('prepare.none')}>
      <Button size="sm" className="mt-2" icon="refresh-cw" loading={start.isPending} onClick={() => start.mutate({ body: { file_id: id } })}>
        {t(status === 'failed' ? 'prepare.again' : 'prepare.start')}
      </Button>
    </Note>
  )
}
