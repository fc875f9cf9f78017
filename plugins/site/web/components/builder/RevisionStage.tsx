/** Over the canvas: a revision as it looked, with marks where it differs from what stands there now. */
import { directionOf } from '@atrium/sdk'
import { Badge, Button, call, Failure, Icon, Segment, Skeleton, Time, useRead, useT } from '@atrium/sdk/web'
import { useEffect, useMemo, useState } from 'react'
import contract, { type PageData, type RevisionDetail, type SitePage } from '../../../contract.ts'
import { PageFrame } from '../pages/PageFrame.tsx'
import { DEVICE_WIDTHS, type Device } from './Stage.tsx'
import { usePage } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract

interface RevisionStageProps {
  page: SitePage
  revisionId: number
  device: Device
}
type Side = 'then' | 'now'
export function RevisionStage({ page, revisionId, device }: RevisionStageProps) {
  const t = useT()
  const now = usePage()
  const [side, setSide] = useState<Side>('then')
  const read = useRead(routes.revision, { params: { pageId: page.id, revisionId } })
  const detail = read.data
  const data = side === 'now' ? now : ((detail?.data ?? null) as PageData | null)
  const { html, error } = useMarked(data, detail, side, page)
  const countOf = (how: string) => (detail?.changes ?? []).filter((change) => change.how === how).length
  const said = { changed: 'warning', removed: 'success', added: 'danger', moved: 'info' } as const
  return (
    <div className="absolute inset-0 flex flex-col bg-surface-2">
      <div className="flex flex-wrap items-center gap-2 border-b bg-warning-soft px-4 py-2 text-13 text-warning">
        <Icon name="history" size="sm" />
        <span className="min-w-0 flex-1">
          {detail && (
            <>
              <strong>
                <Time value={detail.created_at} kind="short" />
              </strong>{' '}
              {t('history.beside')}
            </>
          )}
        </span>
        {(['changed', 'removed', 'added', 'moved'] as const).map(
          (how) =>
            countOf(how) > 0 && (
              <Badge key={how} tone={said[how]}>
                {t(`history.since.${how}`, { count: countOf(how) })}
              </Badge>
            ),
        )}
        <Segment
          label={t('history.side')}
          value={side}
          onChange={setSide}
          items={[
            { value: 'then', label: t('history.then') },
            { value: 'now', label: t('history.now') },
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-6">
        {read.error || error ? (
          <Failure error={read.error ?? error} onRetry={() => void read.refetch()} />
        ) : html === null ? (
          <Skeleton w="100%" h={480} />
        ) : (
          <PageFrame html={html} width={DEVICE_WIDTHS[device]} height="100%" title={t('history.frame')} className="rounded-card shadow-float" />
        )}
      </div>
      {detail && <Texts detail={detail} />}
    </div>
  )
}

/** Texts before and after, of what is text. */
function Texts({ detail }: { detail: RevisionDetail }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const texts = detail.changes.flatMap((change) => change.fields.map((field) => ({ ...field, key: `${change.block_id} ${field.label}`, title: change.title })))
  if (!texts.length) return null
  return (
    <section aria-label={t('history.texts')} className="flex-none border-t bg-surface">
      <Button variant="ghost" icon={isOpen ? 'chevron-down' : 'chevron-up'} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="m-1">
        {t('history.texts_count', { count: texts.length })}
      </Button>
      {isOpen && (
        <ul className="grid max-h-64 gap-3 overflow-y-auto px-4 pb-4">
          {texts.map(({ key, title, label, before, after }) => (
            <li key={key} className="text-13">
              <p className="font-medium">
                {title}: {label}
              </p>
              <p className="whitespace-pre-wrap">
                {before && <del className="rounded-mark bg-danger-soft px-1 text-danger decoration-danger/60">{before}</del>}{' '}
                {after && <ins className="rounded-mark bg-success-soft px-1 text-success no-underline">{after}</ins>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const MARKS = `.ed-mark{position:relative}.ed-mark::after{content:'';position:absolute;z-index:8;inset:0;border:3px solid var(--ed);pointer-events:none}.ed-mark>.ed-tag{position:absolute;z-index:9;inset-block-start:0;inset-inline-start:0;padding:3px 10px;font:600 13px/18px system-ui,sans-serif;color:#fff;background:var(--ed)}`
const COLOURS = { changed: '#a96300', removed: '#b3261e', added: '#14743a', moved: '#1d5fa8' }

/** Block by block, each in a frame of its colour where it differs. */
function useMarked(data: PageData | null, detail: RevisionDetail | undefined, side: Side, { theme_id: themeId }: SitePage) {
  const t = useT()
  const { language } = useBuilding()
  const [drawn, setDrawn] = useState<{ css: string; blocks: { id: string; html: string }[] } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const text = data && JSON.stringify(data)
  useEffect(() => {
    if (text === null) return
    const leaving = new AbortController()
    setError(null)
    call(routes.preview, { body: { data: JSON.parse(text), theme_id: themeId, as: 'visitor', whole: false, language } }, { signal: leaving.signal }).then(
      (reply) => !leaving.signal.aborted && setDrawn(reply),
      (reason) => !leaving.signal.aborted && setError(reason),
    )
    return () => leaving.abort()
  }, [text, themeId, language])
  const html = useMemo(() => {
    if (!drawn || !detail) return null
    const hows = new Map(detail.changes.map((change) => [change.block_id, change]))
    const parts = drawn.blocks.map(({ id, html: inner }) => {
      const change = hows.get(id)
      // What was added since is not in the revision, and what is gone since is not in what stands there now.
      if (!change) return inner
      const fields = [...new Set(change.fields.map(({ label }) => label))].join(', ')
      const words = t(side === 'then' && change.how === 'removed' ? 'history.mark.gone' : `history.mark.${change.how}`)
      return `<div class="ed-mark" style="--ed:${COLOURS[change.how]}"><span class="ed-tag">${escaped(fields ? `${words}: ${fields}` : words)}</span>${inner}</div>`
    })
    return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><style>${drawn.css}</style><style>${MARKS}</style></head><body><main>${parts.join('')}</main></body></html>`
  }, [drawn, detail, side, language, t])
  return { html, error }
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
