/** One archive: how far it is, what it holds, and its acts. */
import { Badge, Button, IconButton, Progress, Time, useLocale, useT } from '@atrium/sdk/web'
import type { Export } from '../../contract.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const TONES = { running: 'info', ready: 'success', failed: 'danger' } as const

function sizeIn(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 }).format(bytes / 1024 ** step)
}

interface ExportRowProps {
  made: Export

  onFetch: (partId?: number) => void
  onRemove: () => void
  parts?: boolean
  busy?: boolean
}
export function ExportRow({ made, onFetch, onRemove, parts, busy }: ExportRowProps) {
  const t = useT()
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  return (
    <li className="grid gap-3 px-4 py-4 desk:px-5">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <Time value={made.created_at} kind="datetime" />
            <Badge tone={TONES[made.status]}>{t(`exports.${made.status}`)}</Badge>
          </p>
          <p className="text-13 text-text-3">
            {t('exports.summary', { rows: number.format(made.rows_count), files: number.format(made.files_count), size: sizeIn(locale, made.byte_size) })}
            {parts && made.made_by && ` · ${t('exports.by', { name: made.made_by })}`}
          </p>
          {made.expires_at && (
            <p className="text-13 text-text-3">
              {t('exports.until')} <Time within value={made.expires_at} kind="day" />
            </p>
          )}
        </div>
        {made.status === 'ready' && (
          <Button icon="download" loading={busy} onClick={() => onFetch()}>
            {t('exports.download')}
          </Button>
        )}
        <Button variant="danger-ghost" onClick={onRemove}>
          {t(made.status === 'running' ? 'exports.stop' : 'exports.remove')}
        </Button>
      </div>
      {made.status === 'running' && <Progress value={made.progress} label={t('exports.progress')} />}
      {parts && made.parts.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer text-13 text-text-2">
            {t('exports.parts')} ({made.parts.length})
          </summary>
          <ul className="mt-2 grid gap-x-6 desk:grid-cols-2">
            {made.parts.map((part) => (
              <li key={part.id} className="flex min-h-11 items-center gap-2 text-13">
                <span className="min-w-0 flex-1 truncate font-mono text-12">{part.name.replace('tables/', '')}</span>
                <span className="text-text-3">{sizeIn(locale, part.byte_size)}</span>
                <IconButton size="sm" icon="download" label={t('exports.part', { name: part.name })} onClick={() => onFetch(part.id)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
